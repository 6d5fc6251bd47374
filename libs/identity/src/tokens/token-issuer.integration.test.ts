import { setTimeout as pause } from 'node:timers/promises';
import { times } from '@rapport/config';
import { Database, statement } from '@rapport/database';
import { createTestDatabases, Tap, type TestDatabases } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { LeasedLimiter } from '@rapport/rate-limit';
import { Redis } from '@rapport/redis';
import { Logger, Metrics } from '@rapport/telemetry';
import { Container } from 'inversify';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { PrincipalStore } from '../admission/principal-store.ts';
import { StatePublisher } from '../admission/state-publisher.ts';
import { ClientEntrance } from '../clients/client-entrance.ts';
import { ClientIds } from '../clients/client-id.ts';
import { newSecret, Peppers } from '../clients/client-secret.ts';
import { admissionModule, keysModule, tokensModule } from '../module.ts';
import { seedClient } from '../testing/seed-client.ts';
import { TokenAudit } from '../token-audit/token-audit.ts';
import { TokenEvents } from '../token-events.ts';
import { KeyStore } from './key-store.ts';
import { Sealing } from './sealing.ts';
import { SigningKeys } from './signing-keys.ts';
import { TokenIssuer } from './token-issuer.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const silent: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const ids = new ClientIds(Buffer.alloc(32, 1));
const visit = { address: '192.0.2.1', userAgent: undefined };
const peppers = new Peppers(new Map([['p', Buffer.alloc(32, 2)]]));

let databases: TestDatabases;
let owner: Database;
let redis: Redis;
let issuer: TokenIssuer;
/** That of the issuer that was made last. */
let audit: TokenAudit;

beforeAll(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  owner = databases.connect('rapport_owner');
  redis = new Redis({ url: inject('redisUrl'), logger: silent, metrics: new Metrics() });
  redis.start();
  await vi.waitFor(() => expect(redis.isAway).toBe(false));
  issuer = createIssuer();
});
afterAll(async () => {
  await redis.close();
  await databases.drop();
});

test('a plan with another limit holds at once, also for whoever has used up the limit of the one before', async () => {
  const client = await newClient();
  expect(await issued(client, 40)).toBe(30);
  await changePlan(client.tenantId, 'enterprise');
  expect(await issued(client, 40)).toBe(30);
  await changePlan(client.tenantId, 'professional');
  expect(await issued(client, 1)).toBe(0);
  const another = await newClient();
  await changePlan(another.tenantId, 'enterprise');
  expect(await issued(another, 35)).toBe(35);
  await changePlan(another.tenantId, 'professional');
  expect(await issued(another, 1)).toBe(0);
});

test('a refusal names an id that was given out, also when its client is gone, and never one that was not', async () => {
  const by = createIssuer();
  const clientId = ids.mint();
  for (const id of [clientId, newSecret()]) {
    await expect(ask({ clientId: id, secret: newSecret() }, by)).rejects.toMatchObject({ code: 'invalid_client' });
  }
  expect(audit.refusals.take(10)).toMatchObject([
    { reason: 'unknown_client', clientId },
    { reason: 'unminted', clientId: undefined },
  ]);
});

test('a request that the database could not serve takes no unit, and one that came too often is told so all the same', async () => {
  const tap = await Tap.open(databases.url('control', 'rapport_token_service'));
  const behind = createIssuer(
    databases.connect('rapport_token_service', {
      controlUrl: tap.url,
      times: { postgresConnectMs: 200, postgresQueryMs: 300 },
    }),
  );
  const client = await newClient();
  expect(await issued(client, 28, behind)).toBe(28);
  await pause(times.leaseMs + 100);
  tap.freeze();
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await expect(ask(client, behind)).rejects.toMatchObject({
      code: 'service_unavailable',
      headers: { 'retry-after': '1' },
    });
  }
  tap.thaw();
  await vi.waitFor(() => ask(client, behind), 5_000);
  expect(await issued(client, 3, behind)).toBe(1);
  await pause(times.leaseMs + 100);
  tap.freeze();
  await expect(ask(client, behind)).rejects.toMatchObject({ code: 'rate_limited' });
  await tap.close();
}, 20_000);

interface Credentials {
  readonly tenantId: string;
  readonly clientId: string;
  readonly secret: string;
}

/** How many of so many requests, one after the other, were answered with a token. */
async function issued(client: Credentials, requests: number, by = issuer): Promise<number> {
  let count = 0;
  for (let sent = 0; sent < requests; sent += 1) {
    await ask(client, by).then(
      () => (count += 1),
      (error: unknown) => expect(error).toMatchObject({ code: 'rate_limited' }),
    );
  }
  return count;
}

function ask({ clientId, secret }: Pick<Credentials, 'clientId' | 'secret'>, by: TokenIssuer): Promise<unknown> {
  const form = Object.entries({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret });
  return by.issue(context, { form, query: '', authorization: undefined }, visit);
}

async function newClient(): Promise<Credentials> {
  const client = await seedClient(owner.control, context, ids.mint());
  const secret = newSecret();
  await owner.control.query(context, insertSecret, [newId(), client.id, peppers.digest(secret, peppers.current)]);
  return { ...client, secret };
}

async function changePlan(tenantId: string, plan: string): Promise<void> {
  await owner.control.query(context, setPlan, [tenantId, plan]);
  const tenant = await new PrincipalStore(owner).tenant(context, tenantId);
  await new StatePublisher(new LeasedLimiter(redis)).publish(context, tenant?.number ?? 0, { tenant });
}

function createIssuer(database = databases.connect('rapport_token_service')): TokenIssuer {
  const metrics = new Metrics();
  const container = new Container();
  container.bind(Database).toConstantValue(database);
  container.bind(Redis).toConstantValue(redis);
  container.bind(Logger).toConstantValue(silent);
  container.bind(Metrics).toConstantValue(metrics);
  container.bind(Peppers).toConstantValue(peppers);
  container.bind(Sealing).toConstantValue(new Sealing(Buffer.alloc(32, 3)));
  container.bind(ClientIds).toConstantValue(ids);
  container.load(admissionModule, keysModule, tokensModule);
  audit = container.get(TokenAudit);
  return new TokenIssuer({
    entrance: container.get(ClientEntrance),
    keys: new SigningKeys({ store: container.get(KeyStore), periodMs: 90 * 86_400_000, logger: silent, metrics }),
    events: container.get(TokenEvents),
    issuer: 'http://localhost',
  });
}

function ignore(): void {
  // What is told here, nobody asks for.
}

const insertSecret = statement(
  'insert_secret',
  `insert into control.api_client_secret (id, api_client_id, digest, pepper_kid, hint) values ($1, $2, $3, 'p', '')`,
);

const setPlan = statement('set_plan', `update control.tenant set plan_code = $2, version = version + 1 where id = $1`);
