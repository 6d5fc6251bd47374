import { setTimeout as delay } from 'node:timers/promises';
import { Browser, closedLoop, CodeFlow, type Person } from '@rapport/testbed';
import type { Attack, Spoils, Target } from '../attack.ts';

/** Right passwords, which are no guesses: people sign in again and again, and do not wait as long as they are told to. */
export const rightPasswordAttacks: readonly Attack[] = [
  {
    name: 'right-passwords-of-many',
    title: 'seven people of a tenant sign in from one address, ten at a time each',
    run: (target, signal) => signInAgainAndAgain(target, target.people, 10, signal),
  },
  {
    name: 'right-passwords-of-one',
    title: 'one person signs in from one address, thirty-four at a time',
    run: (target, signal) =>
      signInAgainAndAgain({ ...target, from: '127.0.0.67' }, target.people.slice(0, 1), 34, signal),
  },
];

/** Between the sign-ins of the person of another tenant. */
const pauseMs = 500;
/** After this time an attacker comes again that had no turn. */
const impatienceMs = 200;
/**
 * Attackers that get in while the other person waits: two whose hashes run, and one that has its turn before; what is
 * answered meanwhile may come together.
 */
const turnsMax = 8;

async function signInAgainAndAgain(
  { host, port, from, other }: Target,
  people: readonly Person[],
  lanesOfEach: number,
  signal: AbortSignal,
): Promise<Spoils> {
  const baseUrl = `http://${host}:${port}`;
  const outcomes = new Map<string, number>();
  const attack = async (person: Person): Promise<void> => {
    const outcome = await signInOnce(baseUrl, from, person);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    await delay(outcome === gotIn ? 0 : impatienceMs);
  };
  const lanes = people.map((person) => closedLoop(() => attack(person), { underWay: lanesOfEach, signal }).ended);
  const others = await signInBeside(baseUrl, other, () => outcomes.get(gotIn) ?? 0, signal);
  await Promise.all(lanes);
  const turns = Math.max(0, ...others.map((seen) => seen.turns));
  const refused = others.filter(({ outcome }) => outcome !== gotIn);
  const wrong = [...outcomes].filter(([outcome]) => !expected.has(outcome));
  return {
    figures: {
      ...Object.fromEntries([...outcomes].map(([outcome, count]) => [`answers ${outcome}`, count])),
      ...{ 'sign-ins beside': others.length, 'refused beside': refused.length, 'turns before one': turns },
      'longest beside ms': Math.round(Math.max(0, ...others.map(({ ms }) => ms))),
    },
    contradictions: [
      ...wrong.map(([outcome, count]) => `${count} right passwords were answered with ${outcome}`),
      ...(refused.length > 0 ? [`${refused.length} of ${others.length} sign-ins of another tenant were refused`] : []),
      ...(turns > turnsMax ? [`a sign-in of another tenant waited while ${turns} attackers got in`] : []),
    ],
  };
}

interface SeenBeside {
  readonly outcome: string;
  /** The attackers that got in meanwhile. */
  readonly turns: number;
  readonly ms: number;
}

/** A person of another tenant, from another address, who signs in now and then. */
async function signInBeside(
  baseUrl: string,
  person: Person,
  countIn: () => number,
  signal: AbortSignal,
): Promise<SeenBeside[]> {
  const seen: SeenBeside[] = [];
  while (!signal.aborted) {
    await delay(pauseMs);
    let [began, before] = [0, 0];
    const outcome = await signInOnce(baseUrl, '127.0.0.68', person, () => {
      [began, before] = [performance.now(), countIn()];
    });
    seen.push({ outcome, turns: countIn() - before, ms: performance.now() - began });
  }
  return seen;
}

/** The status of the answer, which says by `Retry-After` where the caller is to wait. */
async function signInOnce(
  baseUrl: string,
  from: string,
  { email, password }: Person,
  onPage: () => void = () => undefined,
): Promise<string> {
  const browser = new Browser(baseUrl, from);
  const page = await browser.get(new CodeFlow(baseUrl).address());
  onPage();
  const { status, headers } = await browser.submit(page, { email, password });
  return headers['retry-after'] === undefined ? `${status}` : `${status} with Retry-After`;
}

const gotIn = '303';
const expected = new Set([gotIn, '400 with Retry-After', '503 with Retry-After']);
