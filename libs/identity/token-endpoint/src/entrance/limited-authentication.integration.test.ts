import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import type { AppError } from '@rapport/kernel';
import { beforeEach, expect, inject, test, vi } from 'vitest';
import { seedCredentials, TokenReplica, type SeededCredentials } from '../testing/token-replica.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };

const databases = await databasesOfFile();
let replica: TokenReplica;

const owner = databases.connect('rapport_owner');
// The failures of a minute are counted, so each test has callers of its own.
beforeEach(async () => {
  replica = new TokenReplica(
    { tokenService: databases.connect('rapport_token_service'), publicApi: databases.connect('rapport_public_api') },
    inject('redisUrl'),
  );
  replica.redis.start();
  await vi.waitFor(() => expect(replica.redis.isAway).toBe(false), { timeout: 10_000 });
  return () => replica.redis.close();
});

test.each([
  ['a token', (client: SeededCredentials) => replica.issue(context, client)],
  ['an introspection', (client: SeededCredentials) => replica.introspect(context, client, 'a token')],
  ['a revocation', (client: SeededCredentials) => replica.revoke(context, client, 'a token')],
] as const)(
  'the headers of a refused request for %s are the same whether or not there is such a client',
  async (_, ask) => {
    const rests: number[] = [];
    for (const client of [unminted, withWrongSecret, deleted, withWrongSecret, deleted]) {
      const refusal = await ask(await client()).then(
        () => expect.fail('It was let in.'),
        (error: AppError) => error,
      );
      expect(refusal.code).toBe('invalid_client');
      const { ratelimit = '', ...others } = refusal.headers;
      expect(others).toEqual({ 'ratelimit-policy': '"failures";q=300;w=60' });
      rests.push(Number(/^"failures";r=(\d+);t=\d+$/.exec(ratelimit)?.[1]));
    }
    expect(rests).toEqual([...new Set(rests)].toSorted((one, other) => other - one));
  },
);

function newClient(): Promise<SeededCredentials> {
  return seedCredentials(context, owner.control);
}

async function unminted(): Promise<SeededCredentials> {
  return { ...(await newClient()), clientId: 'unknown' };
}

async function withWrongSecret(): Promise<SeededCredentials> {
  const [client, { secret }] = [await newClient(), await newClient()];
  return { ...client, secret };
}

/** The credentials of a client that is gone. */
async function deleted(): Promise<SeededCredentials> {
  const client = await newClient();
  await owner.control.query(context, removeSecrets.with(client));
  await owner.control.query(context, removeClient.with(client));
  return client;
}

const removeSecrets = statement('remove_secrets', `delete from control.api_client_secret where api_client_id = :id`);
const removeClient = statement('remove_client', `delete from control.api_client where id = :id`);
