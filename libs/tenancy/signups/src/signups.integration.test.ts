import { createHash } from 'node:crypto';
import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { hasDied, mortalDatabase, Mortality } from '@rapport/database/testing';
import { untracedContext } from '@rapport/kernel';
import type { NewSignup } from '@rapport/kinds';
import { Passwords } from '@rapport/people';
import { CellWork } from '@rapport/sagas';
import { Plans, Subscriptions } from '@rapport/subscriptions';
import { addPlan } from '@rapport/subscriptions/testing';
import { Cells, TenantViews } from '@rapport/tenants';
import { tenantMails } from '@rapport/tenants/testing';
import { expect, test, vi } from 'vitest';
import type { SignupCaller } from './signup.ts';
import { Signups } from './signups.ts';
import { bindSignups } from './testing/bind-signups.ts';

const context = untracedContext();

const stage = await Stage.ofFile(bindSignups);
const signups = stage.running.get(Signups);
const passwords = stage.running.get(Passwords);

test('a company that signed up has a tenant in its trial, with one owner who is not verified and one mail', async () => {
  const input = newSignup();
  const { signup, isRepeated } = await signups.signUp(context, input, callerWith());
  expect(isRepeated).toBe(false);
  expect(signup).toMatchObject({ state: 'trialing', planCode: 'professional', owner: { email: input.ownerEmail } });
  const shown = await stage.running.get(TenantViews).show(context, signup.tenantId);
  expect(shown).toMatchObject({
    organisationName: input.organisationName,
    state: 'trialing',
    owners: [{ userId: signup.owner.userId, name: input.ownerName, email: input.ownerEmail, isVerified: false }],
    subscription: { planCode: 'professional', billing: 'manual', trialEndsOnUtc: signup.trialEndsOnUtc },
    use: { users: 1, records: 0 },
  });
  expect(shown.subscription.periodEndsOnUtc).toBe(shown.subscription.trialEndsOnUtc);
  expect(Date.parse(shown.verifyByUtc ?? '') - Date.parse(shown.createdOnUtc)).toBeCloseTo(7 * 86_400_000, -4);
  expect(await identitiesOf(input.ownerEmail)).toEqual([{ isVerified: false }]);
  expect(await tenantMails(stage.running, input.ownerEmail, signup.tenantId)).toHaveLength(1);
});

test('a sign-up without trial days begins as active', async () => {
  const { signup } = await signups.signUp(context, { ...newSignup(), planCode: 'free' }, callerWith());
  expect(signup).toMatchObject({ state: 'active', trialEndsOnUtc: null, publicApi: false });
});

test('a sign-up costs the same statements and one hash, whoever has its address already', async () => {
  const [unverified, verified] = [newSignup(), newSignup()];
  await untilAnswered(() => signups.signUp(context, unverified, callerWith()));
  await untilAnswered(() => signups.signUp(context, verified, callerWith()));
  await stage.asOwner.control.query(operator, verify.with(verified));
  const costs = [await costOf(newSignup()), await costOf(unverified), await costOf(verified)];
  const [unknown = expect.fail('there is no cost')] = costs;
  expect(unknown.hashes).toBe(1);
  expect(unknown.statements.length).toBeGreaterThan(10);
  expect(costs).toEqual([unknown, unknown, unknown]);
});

test('however many ask for the plans or sign up too often, control is asked for the plans once in a while, and for nothing else', async () => {
  const counted = new Mortality(Infinity);
  const running = stage.processes.start(mortalDatabase(stage.service, counted), { SIGNUPS_PER_ADDRESS_IN_HOUR: 1 });
  const plans = running.get(Plans);
  const caller = { ...callerWith(), address: '198.51.100.7' };
  await untilAnswered(() => running.get(Signups).signUp(context, newSignup(), caller));
  counted.statements.length = 0;
  const from = performance.now();
  for (let times = 0; times < 20; times += 1) {
    await plans.offered(context);
    await expect(running.get(Signups).signUp(context, newSignup(), caller)).rejects.toMatchObject({
      code: 'rate_limited',
    });
  }
  const rounds = Math.ceil((performance.now() - from) / 2_000);
  expect(counted.statements.filter((name) => name !== 'plan_list')).toEqual([]);
  expect(counted.statements.length).toBeLessThanOrEqual(rounds);
});

test('a repeated call with its key makes no second tenant, whatever step the first call died at', async () => {
  for (let diesAt = 1; ; diesAt += 1) {
    const [input, caller] = [newSignup(), callerWith(`dies at ${diesAt}`)];
    const mortal = stage.processes.start(mortalDatabase(stage.service, new Mortality(diesAt))).get(Signups);
    const died = await hasDied(mortal.signUp(context, input, caller));
    await stage.asOwner.control.query(operator, endHolds);
    await stage.running.get(CellWork).resume(operator);
    const { signup } = await signups.signUp(context, input, caller);
    expect(signup, `after a death at step ${diesAt}`).toMatchObject({ state: 'trialing' });
    expect(await identitiesOf(input.ownerEmail), `after a death at step ${diesAt}`).toHaveLength(1);
    expect(await tenantMails(stage.running, input.ownerEmail, signup.tenantId)).toHaveLength(1);
    if (!died) {
      expect(diesAt).toBeGreaterThan(10);
      return;
    }
  }
}, 180_000);

test('of many calls at once each key makes one tenant, over two processes', async () => {
  const other = stage.processes.start(stage.service).get(Signups);
  const companies = Array.from({ length: 10 }, (_, index) => [newSignup(), callerWith(`at once ${index}`)] as const);
  const calls = companies.flatMap(([input, caller]) =>
    [signups, other].map((process) => untilAnswered(() => process.signUp(context, input, caller))),
  );
  const made = await Promise.all(calls);
  expect(new Set(made.map(({ signup }) => signup.tenantId)).size).toBe(10);
  expect(made.filter(({ isRepeated }) => !isRepeated)).toHaveLength(10);
  for (const [{ ownerEmail }] of companies) {
    expect(await identitiesOf(ownerEmail)).toHaveLength(1);
  }
}, 60_000);

test('calls of one key at once count as one', async () => {
  const strict = stage.processes.start(stage.service, { SIGNUPS_PER_EMAIL_IN_DAY: 1 }).get(Signups);
  const [input, caller] = [newSignup(), callerWith('counts as one')];
  const made = await Promise.all(Array.from({ length: 6 }, () => strict.signUp(context, input, caller)));
  expect(new Set(made.map(({ signup }) => signup.tenantId)).size).toBe(1);
  await expect(strict.signUp(context, input, callerWith())).rejects.toMatchObject({ code: 'rate_limited' });
});

test('a key that was used for another body is refused, also where the password alone differs', async () => {
  const [input, caller] = [newSignup(), callerWith('used')];
  await signups.signUp(context, input, caller);
  const other = { ...callerWith('used', 'another body'), address: caller.address };
  await expect(signups.signUp(context, input, other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

test.each([
  ['a password that breaks two rules', { password: 'aaaa' }, ['password']],
  ['a plan that nobody signs up for', { planCode: 'enterprise' }, ['planCode']],
  [
    'a plan that is not there, and a password like the name',
    { planCode: 'x', password: 'A Sign-Up Ltd' },
    ['password', 'planCode'],
  ],
])('%s costs no hash and no place among the limits, and nothing is written', async (_what, wrong, members) => {
  const hash = vi.spyOn(passwords, 'hash');
  const input = { ...newSignup(), ...wrong };
  const before = await tenants();
  const refusal = await signups.signUp(context, input, callerWith()).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'validation_failed' });
  expect(Object.keys((refusal as { errors: object }).errors)).toEqual(members);
  expect(hash).not.toHaveBeenCalled();
  expect(await tenants()).toEqual(before);
  hash.mockRestore();
});

test('while as many open tenants as may wait for their verification nobody signs up, until one of them is cancelled', async () => {
  const input = { ...newSignup(), planCode: 'free' };
  const { signup } = await signups.signUp(context, input, callerWith());
  const [row] = await stage.asOwner.control.query<{ count: number }>(operator, countUnverified);
  const full = stage.processes.start(stage.service, { UNVERIFIED_TENANTS_MAX: row?.count ?? 0 }).get(Signups);
  await expect(full.signUp(context, newSignup(), callerWith())).rejects.toMatchObject({ code: 'rate_limited' });
  await stage.running.get(Subscriptions).cancel(operator, signup.tenantId, 'now');
  expect((await full.signUp(context, newSignup(), callerWith())).signup.state).toBe('trialing');
});

test('while the cell the answer comes all the same, and the tenant works once the cell is back', async () => {
  const away = stage.startWithoutCell().get(Signups);
  const [input, caller] = [newSignup(), callerWith('cell away')];
  expect((await away.signUp(context, input, caller)).signup.state).toBe('provisioning');
  await stage.asOwner.control.query(operator, endHolds);
  await stage.running.get(CellWork).resume(operator);
  const { signup, isRepeated } = await signups.signUp(context, input, caller);
  expect([signup.state, isRepeated]).toEqual(['provisioning', true]);
  expect((await stage.running.get(TenantViews).show(context, signup.tenantId)).state).toBe('trialing');
}, 30_000);

test('a repeated call is answered as the first one was, whatever became of the tenant and of its plan', async () => {
  const planCode = 'for-a-while';
  await addPlan(stage.asOwner, { code: planCode, price: 30, users: 5 });
  const [input, caller] = [{ ...newSignup(), planCode }, callerWith('answered again')];
  // A process of its own has just read the plans.
  const { signup } = await stage.processes.start(stage.service).get(Signups).signUp(context, input, caller);
  expect(signup).toMatchObject({ state: 'trialing', planCode });
  await stage.running.get(Subscriptions).cancel(operator, signup.tenantId, 'now');
  await stage.asOwner.control.query(operator, withdrawPlan.with({ planCode }));
  const later = stage.processes.start(stage.service).get(Signups);
  expect(await later.signUp(context, input, caller)).toEqual({ signup, isRepeated: true });
  const other = callerWith('answered again', 'another body');
  await expect(later.signUp(context, input, other)).rejects.toMatchObject({ code: 'validation_failed' });
  const offered = { ...input, planCode: 'free' };
  await expect(later.signUp(context, offered, other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  const [kept] = await stage.asOwner.control.query<{ row: string }>(operator, findKept.with({ key: 'answered again' }));
  expect(kept?.row).toContain(signup.tenantId);
  expect(kept?.row).not.toContain(input.password);
});

test('where no cell has room a sign-up is 503 and writes nothing, and its key is free for the next try', async () => {
  const [input, caller, before] = [newSignup(), callerWith('no room'), await tenants()];
  const cells = stage.running.get(Cells);
  await cells.close(operator, 'cell');
  await untilAnswered(() =>
    expect(signups.signUp(context, input, caller)).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('no room') as string,
    }),
  );
  expect([await tenants(), await identitiesOf(input.ownerEmail)]).toEqual([before, []]);
  await cells.open(operator, 'cell', 2_000);
  expect((await untilAnswered(() => signups.signUp(context, input, caller))).isRepeated).toBe(false);
});

let made = 0;
function newSignup(): NewSignup {
  made += 1;
  const person = { ownerEmail: `signs-up-${made}@example.test`, ownerName: 'An Owner', password: 'twelve grey herons' };
  return { organisationName: 'A Sign-Up Ltd', planCode: 'professional', ...person };
}

function callerWith(key?: string, body = 'a body'): SignupCaller {
  const fingerprint = createHash('sha256').update(body).digest();
  return { address: `192.0.2.${made % 250}`, key: key === undefined ? undefined : { key, fingerprint } };
}

/** The caller tries again where too many passwords wait to be hashed. */
async function untilAnswered<T>(call: () => Promise<T>): Promise<T> {
  return vi.waitFor(call, { timeout: 30_000, interval: 100 });
}

async function costOf(input: NewSignup): Promise<{ statements: string[]; hashes: number }> {
  const counted = new Mortality(Infinity);
  const running = stage.processes.start(mortalDatabase(stage.service, counted));
  const hash = vi.spyOn(running.get(Passwords), 'hash');
  await untilAnswered(() => running.get(Signups).signUp(context, input, callerWith()));
  const cost = { statements: [...counted.statements], hashes: hash.mock.calls.length };
  hash.mockRestore();
  return cost;
}

function identitiesOf(email: string): Promise<unknown[]> {
  return stage.asOwner.control.query(operator, findIdentities.with({ email }));
}

function tenants(): Promise<unknown[]> {
  return stage.asOwner.control.query(operator, countTenants);
}

const findIdentities = statement(
  't_identities',
  `select is_verified as "isVerified" from control.identity where email = :email`,
);
const verify = statement('t_verify', `update control.identity set is_verified = true where email = :ownerEmail`);
const countTenants = statement('t_tenants', 'select count(*)::int as count from control.tenant');
const countUnverified = statement(
  't_count_unverified',
  'select count(*)::int as count from control.tenant where verify_by is not null',
);
const endHolds = statement('t_end_holds', `update control.cell_work set next_try_on = '-infinity'`);
const withdrawPlan = statement('t_withdraw', 'update control.plan set is_self_service = false where code = :planCode');
const findKept = statement('t_kept', 'select signup_key::text as row from control.signup_key where key = :key');
