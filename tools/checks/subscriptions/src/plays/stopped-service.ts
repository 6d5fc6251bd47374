import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { done, issueToken, newEmail, newName, until } from '@rapport/testbed';
import type { CountedPlatform, SubscriptionRuns } from './counted-platform.ts';
import { subjectsTo } from './sent-mails.ts';

export const stoppedService: SubscriptionRuns = {
  'what falls due while no subscription service runs is done when one starts: each step once, in order, with its invoice and mail':
    whileNoServiceRuns,
};

async function whileNoServiceRuns({ platform, processes }: CountedPlatform): Promise<void> {
  const { operator } = platform;
  const made = async (billing: 'none' | 'manual') => newCompany(platform, billing);
  const companies = [await made('none'), await made('manual'), await made('manual')] as const;
  const [trial, owing, cancelled] = companies;
  const ofEach = <T>(ask: (company: Company) => Promise<T>): Promise<T[]> => Promise.all(companies.map(ask));
  done(await operator.changeSubscription({ params: trial.params, body: { billing: 'manual' } }), 200);
  done(await operator.cancelSubscription({ params: cancelled.params, body: {} }), 200);
  const before = await ofEach(eventsOf);
  const victims = await processes.of('subscription-service');
  assert.equal(victims.length, 2);
  // A frozen process is not started anew, as a killed one is.
  await processes.freeze(victims);
  await move(trialOver, trial);
  await move(invoicePastDue, owing);
  await move(periodOver, owing);
  await move(periodOver, cancelled);
  for (let round = 0; round < 10; round += 1) {
    assert.deepEqual(await ofEach(outcomesOf), [served, served, served]);
    await delay(100);
  }
  await processes.kill(victims);
  await processes.untilReady(victims);
  const newEvents = async () => (await ofEach(eventsOf)).map((events, index) => events.slice(before[index]?.length));
  await until(
    async () => (await newEvents()).every((events) => events.length > 0),
    10_000,
    async () => `What was due is not done: ${JSON.stringify(await newEvents())}`,
  );
  await delay(twoRoundsMs);
  assert.deepEqual(await newEvents(), [
    ['subscription.trialEnded', 'invoice.issued', 'invoice.issued'],
    ['subscription.pastDue', 'invoice.issued'],
    ['subscription.ended'],
  ]);
  assert.deepEqual(await ofEach(countInvoices), [2, 2, 1]);
  assert.deepEqual(await ofEach(outcomesOf), [served, served, closed]);
  await expectMails(trial, ['Invoice', 'Invoice']);
  await expectMails(owing, ['Invoice', `An invoice of ${owing.name} is past due`, 'Invoice']);
  await expectMails(cancelled, ['Invoice', `The subscription of ${cancelled.name} has ended`]);
}

type Company = Awaited<ReturnType<typeof newCompany>>;

async function newCompany(platform: CountedPlatform['platform'], billing: 'none' | 'manual') {
  const { operator, baseUrl } = platform;
  const [name, email] = [newName(), newEmail()];
  const body = { organisationName: name, ownerEmail: email, planCode: 'professional', billing } as const;
  const { tenantId, owner } = done(await operator.createTenant({ body }), 201);
  const [params, client] = [{ tenantId }, { name: newName(), runAsUserId: owner.userId }];
  const made = done(await operator.createApiClient({ params, body: client }), 201);
  return { platform, params, name, email, token: await issueToken(baseUrl, made) };
}

/** As if the company had come to this time while nothing looked. */
async function move(text: string, { platform, params }: Company): Promise<void> {
  await platform.query(text, [params.tenantId], 'administrator of control');
}

async function eventsOf({ platform, params }: Company): Promise<string[]> {
  const { data } = done(await platform.operator.listTenantAudit({ params }), 200);
  return data.map(({ event }) => event).toReversed();
}

async function countInvoices({ platform, params }: Company): Promise<number> {
  return done(await platform.operator.listInvoices({ params }), 200).invoices.length;
}

/** The answers to a read and to a write. */
async function outcomesOf({ platform, token }: Company): Promise<number[]> {
  const address = `${platform.baseUrl}/api/v1/customers`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const write = { method: 'POST', headers, body: JSON.stringify({ name: newName() }) };
  return [(await fetch(address, { headers })).status, (await fetch(address, write)).status];
}

/** An invoice's subject ends with its number and its amount. */
async function expectMails({ platform, email }: Company, subjects: readonly string[]): Promise<void> {
  const sent = async () =>
    (await subjectsTo(platform, email)).map((subject) => subject.replace(/^(Invoice) \d+: .*/, '$1'));
  await until(
    async () => (await sent()).length >= subjects.length,
    30_000,
    async () => `${email} got ${JSON.stringify(await sent())}`,
  );
  assert.deepEqual((await sent()).toSorted(), subjects.toSorted());
}

const [served, closed] = [
  [200, 201],
  [403, 403],
];
const twoRoundsMs = 2_500;

const trialOver = `update control.subscription set status = 'trialing', trial_ends = now() - interval '40 days',
  period_ends = now() - interval '40 days', first_day = now() - interval '40 days', period_began = now() - interval '54 days'
where tenant_id = $1`;

const periodOver = `update control.subscription set period_ends = now() - interval '5 days', first_day = now() - interval '5 days',
  period_began = now() - interval '36 days', cancels_on = case when cancels_on is not null then now() - interval '5 days' end
where tenant_id = $1`;

const invoicePastDue = `with invoice as (
  update control.invoice set due_on = now() - interval '20 days' where tenant_id = $1 returning tenant_id, due_on
)
update control.subscription set first_due = invoice.due_on from invoice where subscription.tenant_id = invoice.tenant_id`;
