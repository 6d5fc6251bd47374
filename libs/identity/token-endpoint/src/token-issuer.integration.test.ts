import { setTimeout as pause } from 'node:timers/promises';
import { PrincipalStore, StatePublisher } from '@rapport/admission';
import { newSecret } from '@rapport/api-clients';
import { times } from '@rapport/config';
import { statement } from '@rapport/database';
import { databasesOfFile, Tap } from '@rapport/database/testing';
import { LeasedLimiter } from '@rapport/rate-limit';
import { redisOfFile } from '@rapport/redis/testing';
import { TokenAudit } from '@rapport/token-audit';
import { expect, test, vi } from 'vitest';
import { ids, tokenContainer } from './testing/token-container.ts';
import { seedCredentials, type SeededCredentials } from './testing/token-replica.ts';
import { TokenIssuer } from './token-issuer.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const caller = { address: '192.0.2.1', userAgent: undefined };

/** The audit of the issuer that was made last. */
let audit: TokenAudit;

const databases = await databasesOfFile();
const owner = databases.connect('rapport_owner');
const redis = await redisOfFile();
const issuer = createIssuer();

test('the limit of another plan holds at once, also for a client that has used up the limit of the plan before', async () => {
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

test('the audit of a refusal names an id that was given out, even if its client is gone, and no id that was not given out', async () => {
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

test('a request that the database could not serve takes no unit, and one that came too often is refused for that even then', async () => {
  const tap = await Tap.open(databases.url('control', 'rapport_token_service'));
  const behind = createIssuer(
    databases.connect('rapport_token_service', {
      controlUrl: tap.url,
      times: { postgresQueryMs: 1_000 },
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
  await vi.waitFor(() => ask(client, behind), { timeout: 10_000 });
  expect(await issued(client, 3, behind)).toBe(1);
  await pause(times.leaseMs + 100);
  tap.freeze();
  await expect(ask(client, behind)).rejects.toMatchObject({ code: 'rate_limited' });
  await tap.close();
});

type Credentials = Pick<SeededCredentials, 'clientId' | 'secret'>;

/** The requests, one after the other, that were answered with a token. */
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

function ask({ clientId, secret }: Credentials, by: TokenIssuer): Promise<unknown> {
  const form = Object.entries({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret });
  return by.issue(context, { caller, form, query: '', authorization: undefined });
}

function newClient(): Promise<SeededCredentials> {
  return seedCredentials(context, owner.control);
}

async function changePlan(tenantId: string, plan: string): Promise<void> {
  await owner.control.query(context, setPlan.with({ tenantId, plan }));
  const publisher = new StatePublisher(new LeasedLimiter(redis), new PrincipalStore(owner));
  await publisher.publishTenant(context, tenantId);
}

function createIssuer(database = databases.connect('rapport_token_service')): TokenIssuer {
  const container = tokenContainer(database, redis);
  audit = container.get(TokenAudit);
  return container.get(TokenIssuer);
}

const setPlan = statement(
  'set_plan',
  `with s as (update control.subscription set plan_code = :plan where tenant_id = :tenantId)
  update control.tenant set version = version + 1 where id = :tenantId`,
);
