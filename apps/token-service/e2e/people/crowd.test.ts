import { globalAgent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyAddress, Browser, CodeFlow, Tenant, type ReceivedPage } from '@rapport/testbed';
import { beforeAll, expect, inject, test } from 'vitest';
import { operator } from '../token-client.ts';
import { newBrowser, newPerson, type Person } from './person.ts';

const { baseUrl } = inject('platform');
/** Fewer than an address may have. */
const connectionsMax = 90;
const rightCount = 150;
const wrongCount = 50;
/** Two hashes run and one of the crowd has its turn before the other person's; what is answered meanwhile may come together. */
const turnsMax = 8;

let crowd: Person[];
let other: Person;

beforeAll(async () => {
  globalAgent.maxSockets = connectionsMax;
  const { id } = await Tenant.make(operator);
  crowd = [];
  while (crowd.length < rightCount + wrongCount) {
    crowd.push(...(await Promise.all([1, 2, 3, 4].map(() => newPerson(id)))));
  }
  other = await newPerson();
}, 240_000);

test('of two hundred people who sign in at once from one address each right one gets in by repeating, and holds up no other tenant', async () => {
  const address = anyAddress();
  let answered = 0;
  const all = crowd.map(async (person, index) => {
    const password = index < rightCount ? person.password : 'not the right words';
    const page = await enter({ ...person, password }, new Browser(baseUrl, address));
    answered += 1;
    return [page.status, page.headers['retry-after']];
  });
  const others = [];
  for (const part of [0.1, 0.3, 0.5, 0.7]) {
    await expect.poll(() => answered, { timeout: 60_000 }).toBeGreaterThan(crowd.length * part);
    const [flow, browser] = [new CodeFlow(baseUrl), newBrowser()];
    const asked = await browser.get(flow.address());
    const before = answered;
    const { status } = await browser.submit(asked, { email: other.email, password: other.password });
    others.push({ status, isInTurn: answered - before <= turnsMax, isBeside: answered < crowd.length });
  }
  expect(others).toEqual(others.map(() => ({ status: 303, isInTurn: true, isBeside: true })));
  const outcomes = await Promise.all(all);
  expect(outcomes.slice(0, rightCount)).toEqual(Array(rightCount).fill([303, undefined]));
  expect(outcomes.slice(rightCount)).toEqual(Array(wrongCount).fill([400, undefined]));
}, 240_000);

/** Sends the form, and that of the page that came in its place, as often as that says so. */
async function enter({ email, password }: Person, browser: Browser): Promise<ReceivedPage> {
  let page = await browser.get(new CodeFlow(baseUrl).address());
  do {
    page = await browser.submit(page, { email, password });
    await sleep(page.status === 503 ? Number(page.headers['retry-after']) * 1_000 : 0);
  } while (page.status === 503);
  return page;
}
