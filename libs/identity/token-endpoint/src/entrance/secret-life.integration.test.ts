import { PrincipalStore, StatePublisher } from '@rapport/admission';
import { seedClient, type SeededClient } from '@rapport/admission/testing';
import {
  ApiClientStore,
  ClientIds,
  ClientSecretStore,
  HeldClients,
  Peppers,
  SecretService,
} from '@rapport/api-clients';
import type { ChangeContext } from '@rapport/audit';
import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { LeasedLimiter } from '@rapport/rate-limit';
import { redisOfFile } from '@rapport/redis/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ClientAuthentication } from './client-authentication.ts';
import { ClientDirectory } from './client-directory.ts';

const context: ChangeContext = {
  trace: { traceId: '0'.repeat(32), traceparent: '' },
  actor: { kind: 'operator', name: 'test' },
};
const ids = new ClientIds(Buffer.alloc(32, 1));
const peppers = new Peppers(new Map([['p', Buffer.alloc(32, 2)]]));
const secrets = new ClientSecretStore(peppers);

let client: SeededClient;

const databases = await databasesOfFile();
const owner = databases.connect('rapport_owner');
const redis = await redisOfFile();
const publisher = new StatePublisher(new LeasedLimiter(redis), new PrincipalStore(owner));
const clients = new ApiClientStore();
const service = new SecretService(owner, clients, new HeldClients(clients), secrets, publisher);
beforeEach(async () => {
  client = await seedClient(context, owner.control, ids.mint());
});

describe('rotation', () => {
  test('at most two secrets live: a third one ends the oldest at once, and leaves the one before it for the overlap', async () => {
    const [first, second] = [await rotate(3_600), await rotate(3_600)];
    expect(await outcomes(first, second)).toEqual(['authenticated', 'authenticated']);
    const third = await rotate(3_600);
    expect(await outcomes(first, second, third)).toEqual(['expired_secret', 'authenticated', 'authenticated']);
    expect(await live()).toEqual([
      { hint: third.slice(-4), isEnding: false },
      { hint: second.slice(-4), isEnding: true },
    ]);
  });

  test('a rotation that revokes the tokens leaves no overlap and raises the epoch', async () => {
    const first = await rotate(3_600);
    const second = await rotate(3_600, true);
    expect(await outcomes(first, second)).toEqual(['expired_secret', 'authenticated']);
    expect(await epoch()).toBe(2);
  });

  test('the newest live secret gets the overlap, even if a newer one was revoked', async () => {
    const first = await rotate(0);
    const second = await rotate(3_600);
    await revoke(second);
    const third = await rotate(60);
    expect(await outcomes(first, second, third)).toEqual(['authenticated', 'expired_secret', 'authenticated']);
  });
});

describe('the end of a secret', () => {
  test('a secret ends by the clock of PostgreSQL, wherever the clock of this process stands', async () => {
    const secret = await rotate(0);
    await rotate(3);
    const directory = newDirectory();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
    try {
      expect(await judged(secret, directory)).toBe('authenticated');
      await vi.waitFor(async () => expect(await judged(secret, directory)).toBe('expired_secret'), { timeout: 10_000 });
      vi.setSystemTime(Date.now() + 120_000);
      await rotate(5);
      expect(await outcomes(await rotate(5))).toEqual(['authenticated']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a revoked secret is refused as soon as the version is looked at again, and the other secret lives on', async () => {
    const [first, second] = [await rotate(3_600), await rotate(3_600)];
    await revoke(first);
    expect(await outcomes(first, second)).toEqual(['expired_secret', 'authenticated']);
    expect(await epoch()).toBe(1);
    await expect(revoke(first)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a secret of another client cannot be revoked', async () => {
    const secret = await rotate(0);
    const mine = client;
    client = await seedClient(context, owner.control, ids.mint());
    await expect(revoke(secret, true)).rejects.toMatchObject({ code: 'not_found' });
    client = mine;
    expect(await outcomes(secret)).toEqual(['authenticated']);
  });
});

test('a remembered secret keeps no memory alive but its own', async () => {
  await rotate(0);
  const known = await newDirectory().reload(context, client.clientId);
  expect(known?.secrets.length).toBeGreaterThan(0);
  for (const { digest } of known?.secrets ?? []) {
    expect(digest.buffer.byteLength).toBe(digest.byteLength);
  }
});

const tenant = () => ({ id: client.tenantId, number: 1, cell: 'cell' });

async function rotate(overlapSeconds: number, revokeTokens = false): Promise<string> {
  const { clientSecret } = await service.rotate(context, tenant(), client.clientId, { overlapSeconds, revokeTokens });
  return clientSecret;
}

async function revoke(secret: string, revokeTokens = false): Promise<unknown> {
  return service.revoke(context, tenant(), client.clientId, { secretId: await idOf(secret), revokeTokens });
}

function outcomes(...secrets: string[]): Promise<string[]> {
  const directory = newDirectory();
  return Promise.all(secrets.map((secret) => judged(secret, directory)));
}

/** The outcome by what the directory holds, as for a request while Redis shows the known version. */
async function judged(secret: string, directory: ClientDirectory): Promise<string> {
  const authentication = new ClientAuthentication(directory, new LeasedLimiter(redis), peppers);
  const known = authentication.remembered(client.clientId) ?? (await authentication.load(context, client.clientId));
  const answer = await authentication.authenticate(context, known && { known, isLive: true }, secret);
  return answer.outcome === 'authenticated' ? answer.outcome : answer.reason;
}

function newDirectory(): ClientDirectory {
  const database = databases.connect('rapport_token_service', { poolSize: 1 });
  return new ClientDirectory(database, new PrincipalStore(database), secrets);
}

async function live(): Promise<{ hint: string; isEnding: boolean }[]> {
  const secrets = await service.list(context, tenant(), client.clientId);
  return secrets.map(({ hint, expiresOnUtc }) => ({ hint, isEnding: expiresOnUtc !== null }));
}

async function idOf(secret: string): Promise<string> {
  const digest = peppers.digest(secret, 'p');
  const [row] = await owner.control.query<{ id: string }>(context, findSecret.with({ digest }));
  return row?.id ?? '';
}

async function epoch(): Promise<number | undefined> {
  return (await new PrincipalStore(owner).find(context, client.clientId))?.client.epoch;
}

const findSecret = statement('find_secret', `select id from control.api_client_secret where digest = :digest`);
