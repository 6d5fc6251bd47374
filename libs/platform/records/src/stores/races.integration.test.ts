import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { AppError, newId, type RequestContext } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { OwnerFollower } from '../people/follow-owner.ts';
import { putMember } from '../people/put-member.ts';
import { customerDefinition } from '../testing/customers.ts';
import { readAll, type FeedItem } from '../testing/reads.ts';
import { refusalOf } from '../testing/refusals.ts';
import { createTestTenant, newCustomer, type TestTenant } from '../testing/tenant.ts';

const databases = await databasesOfFile();

const owner = databases.connect('rapport_owner');
const tenant = await createTestTenant(databases);
/** The tenant in another process, so that the race is between connections and not for a turn in one queue. */
const elsewhere = tenant.within(databases.connect('rapport_public_api'));

const rounds = Array.from({ length: 40 }, (_, n) => n);

function here(n: number): TestTenant {
  return n % 2 === 0 ? tenant : elsewhere;
}

/** The outcome of each write: `done`, or the code of the refusal. */
async function outcomes(works: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(works);
  return settled.map((result) => {
    if (result.status === 'fulfilled') {
      return 'done';
    }
    return result.reason instanceof AppError ? result.reason.code : String(result.reason);
  });
}

function count(words: string[]): Record<string, number> {
  return Object.fromEntries([...new Set(words)].map((word) => [word, words.filter((other) => other === word).length]));
}

test('of many creates with one external id exactly one gets through', async () => {
  const caller = tenant.caller();
  for (const round of rounds) {
    const works = Array.from({ length: 8 }, (_, n) =>
      here(n).customers.create(caller, { name: 'a', externalId: `race-${round}` }),
    );
    expect(count(await outcomes(works))).toEqual({ done: 1, external_id_conflict: 7 });
  }
});

test('of many updates with the same If-Match exactly one gets through', async () => {
  const caller = tenant.caller();
  const { id } = await newCustomer(tenant, caller, { name: 'a' });
  for (const round of rounds) {
    const { etag } = await tenant.customers.get(caller, id);
    const works = Array.from({ length: 8 }, (_, n) =>
      here(n).customers.update(caller, id, { name: `${round}-${n}` }, etag),
    );
    expect(count(await outcomes(works))).toEqual({ done: 1, concurrency_conflict: 7 });
  }
});

test('many updates without If-Match all get through, each with a version and an item of its own', async () => {
  const caller = tenant.caller();
  const { id } = await newCustomer(tenant, caller, { name: 'a' });
  const works = Array.from({ length: 40 }, (_, n) => here(n).customers.update(caller, id, { name: `n${n}` }));
  const etags = (await Promise.all(works)).map(({ etag }) => etag);
  expect(new Set(etags).size).toBeGreaterThan(1);
  expect((await tenant.customers.get(caller, id)).etag).toBe('"41"');
  const feed = await readAll<FeedItem>((request) => tenant.customers.changes(caller, request), { pageSize: 200 });
  expect(feed.data.filter(({ entityId }) => entityId === id)).toHaveLength(41);
});

test('an external id that is set while its record is deleted is never held by the dead record', async () => {
  for (const round of rounds) {
    const [caller, other] = [tenant.caller(), tenant.caller()];
    const { id } = await newCustomer(tenant, caller, { name: 'a', externalId: `own-${round}` });
    const [set] = await outcomes([
      elsewhere.customers.update(other, id, { name: 'a', externalId: 'theirs' }),
      tenant.customers.delete(caller, id),
    ]);
    expect(['done', 'not_found']).toContain(set);
    expect((await refusalOf(tenant.customers.getByExternalId(other, 'theirs'))).code).toBe('not_found');
    await newCustomer(tenant, other, { name: 'b', externalId: 'theirs' });
  }
});

test('a client that sets an external id at the same time as another never loses silently, on one record or on two', async () => {
  for (const round of rounds) {
    const caller = tenant.caller();
    const [one, two] = [
      await newCustomer(tenant, caller, { name: 'a' }),
      await newCustomer(tenant, caller, { name: 'b' }),
    ];
    const externalId = `both-${round}`;
    const set = await outcomes([
      tenant.customers.update(caller, one.id, { name: 'a', externalId }),
      elsewhere.customers.update(caller, two.id, { name: 'b', externalId }),
    ]);
    expect(count(set)).toEqual({ done: 1, external_id_conflict: 1 });
    const third = await newCustomer(tenant, caller, { name: 'c' });
    const twice = await outcomes([
      tenant.customers.update(caller, third.id, { name: 'c', externalId: `x-${round}` }),
      elsewhere.customers.update(caller, third.id, { name: 'c', externalId: `y-${round}` }),
    ]);
    expect(count(twice)).toEqual({ done: 1, external_id_immutable: 1 });
  }
});

test('clients that set their external ids of one record at the same time all keep them, and who says that there is none is never shown one', async () => {
  for (const round of rounds) {
    const [caller, other] = [tenant.caller(), tenant.caller()];
    const { id } = await newCustomer(tenant, caller, { name: 'a' });
    const [, , none] = await Promise.allSettled([
      tenant.customers.update(caller, id, { name: 'a', externalId: `mine-${round}` }),
      elsewhere.customers.update(other, id, { name: 'b', externalId: `theirs-${round}` }),
      elsewhere.customers.update(caller, id, { name: 'c', externalId: null }),
    ]);
    const shown =
      none.status === 'rejected'
        ? (none.reason as AppError).code
        : (JSON.parse(none.value.body) as { externalId: unknown }).externalId;
    expect([null, 'external_id_immutable']).toContain(shown);
    expect((await tenant.customers.getByExternalId(caller, `mine-${round}`)).body).toContain(`"mine-${round}"`);
    expect((await tenant.customers.getByExternalId(other, `theirs-${round}`)).body).toContain(`"theirs-${round}"`);
    expect((await tenant.customers.get(other, id)).body).toContain(`"externalId":"theirs-${round}"`);
  }
});

test('fifty requests with one key make one record, and all others replay its answer', async () => {
  for (const input of [{ name: 'a' }, { name: 'b', externalId: 'fifty', code: 'FIFTY' }]) {
    const caller = tenant.caller();
    const key = { key: 'one', fingerprint: Buffer.from('same') };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => here(n).customers.create(caller, input, key)),
    );
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(
      new Set(answers.map(({ body, status, location, etag }) => JSON.stringify({ body, status, location, etag }))).size,
    ).toBe(1);
  }
});

test('an expired key serves a new request, also when fifty of them come at once', async () => {
  const caller = tenant.caller();
  const old = await tenant.customers.create(caller, { name: 'old' }, { key: 'aged', fingerprint: Buffer.from('old') });
  await owner.tenant(caller.tenant).query(caller, expire.with({ clientId: caller.actor.clientId }));
  const key = { key: 'aged', fingerprint: Buffer.from('new') };
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => here(n).customers.create(caller, { name: 'new' }, key)),
  );
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(answers.map(({ body }) => body)).not.toContain(old.body);
});

test('a record that gets an owner while that owner changes team ends in the new team', async () => {
  const caller = tenant.caller();
  const sql = owner.tenant(caller.tenant);
  const follower = new OwnerFollower([customerDefinition]);
  const userId = await tenant.user(newId());
  for (const round of rounds) {
    const teamId = newId();
    const given = await newCustomer(tenant, caller, { name: 'given' });
    const move = putMember(caller, sql, {
      id: userId,
      name: 'A User',
      teamId,
      isActive: true,
      version: 2 + round,
    }).then(() => follower.follow(caller, sql, { userId, actorId: userId }));
    const [made] = await Promise.all([
      newCustomer(tenant, caller, { name: 'made', ownerUserId: userId }),
      elsewhere.customers.update(caller, given.id, { name: 'given', ownerUserId: userId }),
      move,
    ]);
    const team = { ...caller, visibility: { scope: 'team', teamId } as const };
    for (const id of [made.id, given.id]) {
      await tenant.customers.get(team, id);
    }
  }
});

test('all records follow their owner into another team, and the feeds of both teams have each move', async () => {
  const caller = tenant.caller();
  const sql = owner.tenant(caller.tenant);
  const [from, to] = [newId(), newId()];
  const userId = await tenant.user(from);
  await sql.write(caller, manyOf.with({ userId, from, count: 700 }));
  const [before, after] = [from, to].map((teamId) => ({ ...caller, visibility: { scope: 'team', teamId } as const }));
  const feed = (by: RequestContext | undefined, updatedFrom: string) =>
    readAll<FeedItem>((request) => tenant.customers.changes(by ?? caller, request), { updatedFrom, pageSize: 200 });
  const { syncUntilUtc } = await feed(caller, '2999-01-01T00:00:00.000000Z');
  await putMember(caller, sql, { id: userId, name: 'A User', teamId: to, isActive: true, version: 2 });
  const follower = new OwnerFollower([customerDefinition]);
  await Promise.all([1, 2].map(() => follower.follow(caller, sql, { userId, actorId: userId })));
  const [left, entered] = [await feed(before, syncUntilUtc), await feed(after, syncUntilUtc)];
  expect(count(left.data.map(({ operation }) => operation))).toEqual({ deleted: 700 });
  expect(count(entered.data.map(({ operation }) => operation))).toEqual({ updated: 700 });
});

test('a late change of a member never undoes a newer one', async () => {
  const caller = tenant.caller();
  const sql = owner.tenant(caller.tenant);
  const [id, teamId] = [newId(), newId()];
  await putMember(caller, sql, { id, name: 'A User', teamId, isActive: true, version: 5 });
  await putMember(caller, sql, { id, name: 'A User', teamId: newId(), isActive: false, version: 4 });
  const { id: record } = await newCustomer(tenant, caller, { name: 'a', ownerUserId: id });
  await tenant.customers.get({ ...caller, visibility: { scope: 'team', teamId } }, record);
});

const expire = statement(
  'test_expire',
  `update tenant.idempotency_key set created_on = created_on - interval '25 hours' where client_id = :clientId`,
);
const manyOf = statement(
  'test_many_of',
  `with stamped as materialized (select cell.stamp(:tenant, 'tenant.clock') as at),
   written as (
     insert into tenant.customer (id, code, name, owner_user_id, team_id, version, created_on, last_modified_on)
     select uuidv7(), 'of-' || n, 'many', :userId::uuid, :from::uuid, 1, at, at from stamped, generate_series(1, :count::int) n
     returning id, version, last_modified_on
   )
   insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on, owner_after, team_after)
   select uuidv7(), :tenant, 1, id, 'created', version, last_modified_on, :userId, :from from written`,
);
