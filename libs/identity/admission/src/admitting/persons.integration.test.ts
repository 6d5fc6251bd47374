import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { LeasedLimiter, Limiter } from '@rapport/rate-limit';
import { Redis } from '@rapport/redis';
import { redisOfFile } from '@rapport/redis/testing';
import { Metrics } from '@rapport/telemetry';
import { silent } from '@rapport/telemetry/testing';
import { expect, test } from 'vitest';
import { PrincipalStore } from '../principal-store.ts';
import { StatePublisher } from '../state-publisher.ts';
import { seedPerson, type SeededPerson } from '../testing/seed-person.ts';
import { Admission } from './admission.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const dead = { code: 'token_invalid' };

const databases = await databasesOfFile();
const owner = databases.connect('rapport_owner');
const redis = await redisOfFile();
const replicas = [1, 2].map(() => replica(redis));
const publisher = new StatePublisher(new LeasedLimiter(redis), new PrincipalStore(owner));

function replica(link: Redis): Admission {
  const store = new PrincipalStore(databases.connect('rapport_public_api'));
  return new Admission(new LeasedLimiter(link), new Limiter(link, new Metrics()), store);
}

function admit(person: SeededPerson, by = replicas[0], link = redis) {
  return (by ?? replica(link)).admit(context, person, 1, link.deadline());
}

let changes = 0;

async function change(person: SeededPerson, text: string, values = {}): Promise<void> {
  const sent = statement(`change_${(changes += 1)}`, text).with({ userId: person.userId, ...values });
  await owner.control.query(context, sent);
  await publisher.publishUser(context, person.tenantNumber, person.userId);
}

const raise = 'version = control.next_version(version) where id = :userId';
const end = `with ended as (insert into control.ended_access (id, user_id, expires_at)
  values (:ended, :userId, now() + interval '1 hour')) update control.membership set ${raise}`;

test('a person is admitted with 1,200 requests a minute of its own, and with the limit of the tenant where that is higher', async () => {
  const [one, other] = [await seedPerson(context, owner.control), await seedPerson(context, owner.control)];
  await owner.control.query(context, allow.with({ ...other, requestsPerMinute: 5_000 }));
  expect((await admit(one)).allowance).toMatchObject({ limit: 1_200, remaining: 1_199 });
  expect((await admit(one)).allowance).toMatchObject({ limit: 1_200, remaining: 1_198 });
  expect((await admit(other)).allowance).toMatchObject({ limit: 5_000, remaining: 4_999 });
  expect((await admit(one)).state).toMatchObject({ client: null, user: { id: one.userId, epoch: 1 } });
});

test.each([
  ['a disable', `update control.membership set is_active = false, ${raise}`, () => ({})],
  ['an epoch that rose', `update control.membership set epoch = epoch + 1, ${raise}`, () => ({})],
  ['the end of the session', end, ({ sessionId }: SeededPerson) => ({ ended: sessionId })],
  ['the revocation of the token', end, ({ tokenId }: SeededPerson) => ({ ended: tokenId })],
] as const)('after %s was published no replica admits the person, and no unit is taken', async (_, text, values) => {
  const person = await seedPerson(context, owner.control);
  for (const each of replicas) {
    await admit(person, each);
  }
  await change(person, text, values(person));
  for (const each of replicas) {
    await expect(admit(person, each)).rejects.toMatchObject(dead);
    await expect(admit(person, each)).rejects.toMatchObject(dead);
  }
});

test('a closed tenant is closed for every replica when that is published, also where its plan changed meanwhile', async () => {
  const person = await seedPerson(context, owner.control);
  for (const lead of [0, 3_600_000_000]) {
    await owner.control.query(context, setState.with({ ...person, state: 'active' }));
    await publisher.publishTenant(context, person.tenantId);
    await owner.control.transaction(context, async (sql) => {
      await sql.query(context, setState.with({ ...person, state: 'suspended' }));
      await owner.control.query(context, changePlan.with({ lead }));
      for (const each of replicas) {
        await owner.control.query(context, changePlan.with({ lead }));
        await publisher.publishTenant(context, person.tenantId);
        expect((await admit(person, each)).state.tenant.state).toBe('active');
      }
    });
    await publisher.publishTenant(context, person.tenantId);
    for (const each of replicas) {
      expect((await admit(person, each)).state.tenant.state).toBe('suspended');
    }
  }
});

test('another plan holds for every replica when it is published, also where its version is lower than that of the plan before', async () => {
  const person = await seedPerson(context, owner.control);
  await owner.control.query(context, changePlan.with({ lead: 3_600_000_000 }));
  await owner.control.query(context, choosePlan.with({ ...person, planCode: 'professional' }));
  for (const each of replicas) {
    expect((await admit(person, each)).state.tenant.publicApi).toBe(true);
  }
  await owner.control.query(context, resetPlan.with({ code: 'free' }));
  await owner.control.query(context, choosePlan.with({ ...person, planCode: 'free' }));
  await publisher.publishTenant(context, person.tenantId);
  for (const each of replicas) {
    expect((await admit(person, each)).state.tenant.publicApi).toBe(false);
  }
});

test('the end of one session leaves the others alone, and takes no unit of theirs', async () => {
  const person = await seedPerson(context, owner.control);
  const other = { ...person, sessionId: newId(), tokenId: newId() };
  const before = (await admit(other)).allowance.remaining;
  await change(person, end, { ended: person.sessionId });
  await expect(admit(person)).rejects.toMatchObject(dead);
  await expect(admit(person)).rejects.toMatchObject(dead);
  // The first refusal may take a unit, because the replica learns of the end by its answer.
  expect((await admit(other)).allowance.remaining).toBeGreaterThanOrEqual(before - 2);
});

test('of more ended sessions than a state lists, each is refused and no other', async () => {
  const person = await seedPerson(context, owner.control);
  await owner.control.query(context, endMany.with(person));
  await change(person, end, { ended: person.sessionId });
  await expect(admit(person)).rejects.toMatchObject(dead);
  await expect(admit({ ...person, sessionId: newId() })).resolves.toMatchObject({ state: { user: { ended: 'many' } } });
});

test('while Redis is away the state comes from control, and the limit from the process', async () => {
  const away = new Redis({ url: 'redis://127.0.0.1:1', logger: silent, metrics: new Metrics() });
  const alone = replica(away);
  const person = await seedPerson(context, owner.control);
  expect((await admit(person, alone, away)).allowance).toMatchObject({ limit: 1_200 });
  await owner.control.query(context, disable.with(person));
  await expect(admit(person, alone, away)).rejects.toMatchObject(dead);
  await away.close();
});

const setState = statement(
  'set_state',
  'update control.tenant set state = :state, version = control.next_version(version) where id = :tenantId',
);
const changePlan = statement(
  'change_plan',
  'update control.plan set version = control.next_version(version) + :lead::bigint',
);
const resetPlan = statement('reset_plan', 'update control.plan set version = 1 where code = :code');
const choosePlan = statement(
  'choose_plan',
  `with chosen as (update control.subscription set plan_code = :planCode where tenant_id = :tenantId)
  update control.tenant set version = control.next_version(version) where id = :tenantId`,
);
const allow = statement(
  'allow',
  `update control.tenant set overrides = jsonb_build_object('requestsPerMinute', :requestsPerMinute::int) where id = :tenantId`,
);
const disable = statement('disable_person', `update control.membership set is_active = false, ${raise}`);
const endMany = statement(
  'end_many',
  `insert into control.ended_access (id, user_id, expires_at)
    select gen_random_uuid(), :userId, now() + interval '1 hour' from generate_series(1, 150)`,
);
