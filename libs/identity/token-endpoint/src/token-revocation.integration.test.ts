import { PrincipalStore } from '@rapport/admission';
import { HeldStore } from '@rapport/admission/testing';
import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { script } from '@rapport/redis';
import { redisServerOfFile } from '@rapport/redis/testing';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { seedCredentials, TokenReplica, type SeededCredentials } from './testing/token-replica.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const dead = { code: 'token_invalid' };

const databases = await databasesOfFile();
const owner = databases.connect('rapport_owner');
const server = await redisServerOfFile();
const store = new HeldStore(databases.connect('rapport_public_api'));
const one = await startReplica();
const other = await startReplica(store);
afterEach(async () => {
  await server.thaw();
  await Promise.all([one, other].map(({ redis }) => redisIsBack(redis)));
});

async function startReplica(store?: HeldStore): Promise<TokenReplica> {
  const tokenService = databases.connect('rapport_token_service');
  const replica = new TokenReplica(
    { tokenService, publicApi: databases.connect('rapport_public_api') },
    server.url,
    store,
  );
  replica.redis.start();
  afterAll(() => replica.redis.close());
  await redisIsBack(replica.redis);
  return replica;
}

test('a token that was revoked at one token service is dead at every other at once, and other tokens of the client live on', async () => {
  const client = await newClient();
  const [token, living] = [await one.issue(context, client), await other.issue(context, client)];
  await expectAlive(client, token, living);
  await one.revoke(context, client, token);
  await expectDead(client, token);
  await expectAlive(client, living);
  expect(await one.introspect(context, client, living)).toMatchObject({ active: true, client_id: client.clientId });
});

test('a Redis that was emptied after a revocation does not bring the token back', async () => {
  const client = await newClient();
  const [token, living] = [await one.issue(context, client), await one.issue(context, client)];
  await expectAlive(client, token);
  await one.revoke(context, client, token);
  await one.redis.run(context, flush, [], []);
  await expectDead(client, token);
  await expectAlive(client, living);
});

test('a revocation that a frozen Redis did not confirm is answered as soon as no replica takes the token any more, and lasts', async () => {
  const client = await newClient();
  const token = await one.issue(context, client);
  await expectAlive(client, token);
  await server.freeze();
  const began = performance.now();
  await one.revoke(context, client, token);
  expect(performance.now() - began).toBeGreaterThan(leaseAndFillMs);
  await expectDead(client, token);
  await server.thaw();
  await expectDead(client, token);
  await Promise.all([one, other].map(({ redis }) => redisIsBack(redis)));
  await expectDead(client, token);
});

test('a frozen Redis that goes on before a revocation is answered does not bring the token back', async () => {
  const client = await newClient();
  const token = await one.issue(context, client);
  await expectAlive(client, token);
  await server.freeze();
  const revoked = one.revoke(context, client, token);
  await expect.poll(() => one.redis.isAway, { timeout: 10_000 }).toBe(true);
  await server.thaw();
  await revoked;
  await expectDead(client, token);
  await Promise.all([one, other].map(({ redis }) => redisIsBack(redis)));
  await expectDead(client, token);
});

test('Redis does not take a state that was read before a revocation and comes after it', async () => {
  const client = await newClient();
  const token = await one.issue(context, client);
  await expectAlive(client, token);
  await one.redis.run(context, flush, [], []);
  const answer = store.holdNext();
  const admitted = other.admit(context, token);
  await expect.poll(() => answer.isRead, { timeout: 10_000 }).toBe(true);
  await one.revoke(context, client, token);
  answer.give();
  await expect(admitted).rejects.toMatchObject(dead);
  await expectDead(client, token);
});

test('a second revocation of a token, while the first one still waits, is answered no earlier than the token is dead', async () => {
  const client = await newClient();
  const token = await one.issue(context, client);
  await expectAlive(client, token);
  await server.freeze();
  const first = one.revoke(context, client, token);
  await expect.poll(() => revokedOf(client), { timeout: 10_000 }).toHaveLength(1);
  await other.revoke(context, client, token);
  await expectDead(client, token);
  await first;
  expect(await revokedOf(client)).toHaveLength(1);
});

test('more revoked tokens than a state lists are all dead, and other tokens of the client live on', async () => {
  const client = await newClient();
  const living = await one.issue(context, client);
  await seedRevoked(client, 100, '1 hour');
  const [token, last] = [await one.issue(context, client), await one.issue(context, client)];
  await one.revoke(context, client, token);
  expect((await new PrincipalStore(owner).find(context, client.clientId))?.client.revoked).toBe('many');
  await one.revoke(context, client, last);
  await expectDead(client, token, last);
  await expectAlive(client, living);
  await one.redis.run(context, flush, [], []);
  await expectDead(client, token, last);
  await expectAlive(client, living);
});

test('a revocation removes at most a hundred rows of tokens that have run out, and no other row', async () => {
  const client = await newClient();
  await seedRevoked(client, 130, '-1 second');
  await seedRevoked(client, 3, '1 minute');
  await one.revoke(context, client, await one.issue(context, client));
  expect(await revokedOf(client)).toHaveLength(30 + 3 + 1);
  await one.revoke(context, client, await one.issue(context, client));
  expect(await revokedOf(client)).toHaveLength(3 + 2);
});

test('a client cannot end the token of another client, and does not learn of it', async () => {
  const [client, stranger] = [await newClient(), await newClient()];
  const token = await one.issue(context, client);
  await one.revoke(context, stranger, token);
  expect(await one.introspect(context, stranger, token)).toEqual({ active: false });
  await expectAlive(client, token);
  expect(await revokedOf(client)).toHaveLength(0);
});

test('a token that has run out is not active, and its revocation writes no row', async () => {
  const client = await newClient();
  const token = await one.issue(context, client);
  await expectAlive(client, token);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + lifeMs + clockSlackMs });
  try {
    expect(await one.introspect(context, client, token)).toEqual({ active: false });
    await one.revoke(context, client, token);
  } finally {
    vi.useRealTimers();
  }
  expect(await revokedOf(client)).toHaveLength(0);
});

test('requests with a revoked token use up nothing of the limit of its client', async () => {
  const client = await newClient();
  const [token, living] = [await one.issue(context, client), await one.issue(context, client)];
  await one.revoke(context, client, token);
  const before = (await one.admit(context, living)).allowance.remaining;
  for (let n = 0; n < 5; n += 1) {
    await expect(one.admit(context, token)).rejects.toMatchObject(dead);
  }
  expect((await one.admit(context, living)).allowance.remaining).toBe(before - 1);
});

async function newClient(): Promise<SeededCredentials> {
  return seedCredentials(context, owner.control);
}

async function expectDead(client: SeededCredentials, ...tokens: string[]): Promise<void> {
  for (const token of tokens) {
    for (const replica of [one, other]) {
      await expect(replica.admit(context, token)).rejects.toMatchObject(dead);
      expect(await replica.introspect(context, client, token)).toEqual({ active: false });
    }
  }
}

async function expectAlive(client: SeededCredentials, ...tokens: string[]): Promise<void> {
  for (const token of tokens) {
    for (const replica of [one, other]) {
      expect((await replica.admit(context, token)).state.client.clientId).toBe(client.clientId);
      expect(await replica.introspect(context, client, token)).toMatchObject({ active: true });
    }
  }
}

function redisIsBack(redis: TokenReplica['redis']): Promise<void> {
  return vi.waitFor(() => expect(redis.isAway).toBe(false), { timeout: 10_000 });
}

function revokedOf({ id }: SeededCredentials): Promise<object[]> {
  return owner.control.query(context, listRevoked.with({ apiClientId: id }));
}

async function seedRevoked({ id }: SeededCredentials, count: number, expiresIn: string): Promise<void> {
  const tokenIds = Array.from({ length: count }, newId);
  await owner.control.query(context, insertRevoked.with({ tokenIds, apiClientId: id, expiresIn }));
}

const leaseAndFillMs = 2_500;
const lifeMs = 3_600_000;
/** Two clocks may differ by this much. */
const clockSlackMs = 60_000;
const flush = script('flush', `return redis.call('FLUSHALL')`);

const listRevoked = statement('list_revoked', `select jti from control.revoked_tokens where client = :apiClientId`);

const insertRevoked = statement(
  'insert_revoked',
  `insert into control.revoked_tokens (jti, client, expires_at)
    select unnest(:tokenIds::uuid[]), :apiClientId, clock_timestamp() + :expiresIn::interval`,
);
