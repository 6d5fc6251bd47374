import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Rapport, RapportError, type Attempt } from '@rapport/client';
import { postgres } from '@rapport/client/postgres';
import { sqlite } from '@rapport/client/sqlite';
import { ndjson } from '@rapport/client/ndjson';
import { sinkCases, sync, type SinkUnderTest } from '@rapport/client/sync';
import { readStatus } from '@rapport/local-platform';
import { operatorClient, Tenant } from '@rapport/testbed';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import {
  differences,
  killedCopy,
  ourSource,
  replayed,
  rowsOf,
  runCommand,
  writeRandomly,
} from '../src/killed-copies.ts';
import { badWeather, drawnFrom, LosingProxy, type Fate } from '../src/losing-proxy.ts';
import { writeAndCount } from '../src/written-once.ts';

const { baseUrl, operatorUrl, operatorCredential, stateFolder } = inject('platform');
const operator = operatorClient({ url: operatorUrl, credential: operatorCredential });

let folder: string;
let pool: pg.Pool;
let databaseUrl: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-client-'));
  const { servers } = await readStatus(true, stateFolder);
  databaseUrl = servers.find(({ name }) => name === 'postgres')?.url ?? '';
  await queried(databaseUrl, 'create database copy');
  databaseUrl = Object.assign(new URL(databaseUrl), { pathname: '/copy' }).href;
  pool = new pg.Pool({ connectionString: databaseUrl });
});
afterAll(async () => {
  await pool.end();
  await rm(folder, { recursive: true, force: true });
});

test('what is asked through a bad network is done once', async () => {
  const credentials = await newClient();
  const asked = { creates: 300, edits: 50, deletes: 50, batches: 2, itemsOfBatch: 450 };
  const found = await through({ fate: badWeather(11) }, async (proxy) =>
    writeAndCount(clientOf(credentials, proxy.origin, { attempts: 10 }), clientOf(credentials), asked),
  );
  expect(found).toEqual({
    created: 300,
    createdInFeed: 300,
    added: 50,
    left: 250,
    batched: 900,
    falseFailures: [],
  });
});

describe('tokens', () => {
  test('a hundred callers at the end of a token share one request for another', async () => {
    const credentials = await newClient();
    await through({ fate: () => 'passed', tokenSeconds: 1 }, async (proxy) => {
      const rapport = clientOf(credentials, proxy.origin);
      await rapport.customers.list().pages().next();
      await new Promise((resolve) => setTimeout(resolve, 900));
      await Promise.all(Array.from({ length: 100 }, () => rapport.customers.list().pages().next()));
      expect(proxy.seen.filter(({ path }) => path === '/connect/token')).toHaveLength(2);
    });
  });

  test('a client that is disabled asks once, and then nothing for a while', async () => {
    const { tenant, ...credentials } = await newClient();
    await through({ fate: () => 'passed' }, async (proxy) => {
      const rapport = clientOf(credentials, proxy.origin);
      await rapport.customers.list().pages().next();
      await tenant.disable(credentials);
      const refusals = [];
      for (let n = 0; n < 5; n += 1) {
        refusals.push(await failureOf(rapport.customers.list().pages().next()));
      }
      expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['client_disabled']));
      expect(proxy.seen.map(({ path }) => path.split('?')[0])).toEqual([
        '/connect/token',
        '/api/v1/customers',
        '/api/v1/customers',
      ]);
    });
  });

  test('secret and token are in no failure, hook or inspection', async () => {
    const credentials = await newClient();
    const attempts: unknown[] = [];
    const fates: Fate[] = ['passed', 'answer lost', 500, 'request lost'];
    await through({ fate: (number) => fates[number] ?? 500 }, async (proxy) => {
      const rapport = clientOf(credentials, proxy.origin, { onAttempt: (attempt) => attempts.push(attempt) });
      const failure = await failureOf(rapport.customers.create({ name: 'A secret name' }));
      expect(failure).toMatchObject({ isOutcomeOpen: true, attempts: 4 });
      const all = [attempts, failure, rapport].map(
        (one) => inspect(one, { depth: 9, showHidden: true }) + JSON.stringify(one),
      );
      expect(all.join('')).not.toMatch(new RegExp(`${credentials.clientSecret}|eyJ|A secret name`));
      expect(attempts).toHaveLength(5);
    });
  });
});

test('no request comes before Retry-After is over', async () => {
  const credentials = await newClient();
  await through({ fate: (number) => (number === 1 ? 429 : 'passed'), retryAfter: 5 }, async (proxy) => {
    await clientOf(credentials, proxy.origin).customers.list().pages().next();
    const [, refused, again] = proxy.seen;
    expect((again?.atMs ?? 0) - (refused?.atMs ?? 0)).toBeGreaterThanOrEqual(4_990);
  });
});

describe.each(['sqlite', 'postgres', 'ndjson'] as const)('a copy in %s', (kind) => {
  test.each(sinkCases)('$name', async ({ run }) => run(await newSink(kind)));

  test('is what the lists show after its process was killed at four moments', async () => {
    const credentials = await newClient();
    const rapport = clientOf(credentials);
    const to = await targetOf(kind);
    const environment = {
      RAPPORT_URL: baseUrl,
      RAPPORT_CLIENT_ID: credentials.clientId,
      RAPPORT_CLIENT_SECRET: credentials.clientSecret,
    };
    const command = { source: ourSource, environment };
    const stopping = new AbortController();
    const writing = writeRandomly(rapport, drawnFrom(5), stopping.signal);
    await killedCopy({ to, command, kills: 4, draw: drawnFrom(9) });
    stopping.abort();
    expect(await writing).toBeGreaterThan(10);
    await runCommand(command, ['sync', '--to', to, '--once']);
    expect(await differences(rapport, to, pool)).toBe(0);
    if (kind !== 'ndjson') {
      expect(await runCommand(command, ['verify', '--to', to])).toBe('missing 0, stale 0, too much 0\n');
    }
  });
});

test('a view of others over a view of the copy, and who may read it, outlive a start', async () => {
  await targetOf('postgres');
  await postgres(pool);
  await pool.query('create view named as select name from customers; grant select on customers to public');
  await postgres(pool);
  expect((await pool.query('select name from named')).rows).toEqual([]);
  const granted = await pool.query(`select has_table_privilege('pg_monitor', 'customers', 'select') as may`);
  expect(granted.rows).toEqual([{ may: true }]);
});

test('a copy goes on when its server ends a connection in the middle of a page', async () => {
  const rapport = clientOf(await newClient());
  await rapport.customers.create({ name: 'A' });
  await targetOf('postgres');
  const sink = await postgres(pool);
  const other = await pool.connect();
  await other.query('begin; lock table rapport_customers');
  const failed: string[] = [];
  const copying = sync(rapport, {
    sink,
    resources: ['customers'],
    onProgress: (progress) => failed.push(...('error' in progress ? [progress.error.code] : [])),
  });
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = 'copy'`;
  await vi.waitFor(async () => expect((await pool.query(end)).rows).toHaveLength(1), { timeout: 30_000 });
  await other.query('rollback');
  other.release();
  await copying;
  expect(failed).toEqual(['no_answer']);
  expect((await rowsOf(sink, 'customers')).size).toBe(1);
});

test('a view with the columns of an older client is replaced', async () => {
  await targetOf('postgres');
  await pool.query('create view customers as select 1 as other');
  await postgres(pool);
  expect((await pool.query('select id, name from customers')).rows).toEqual([]);
});

async function queried(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

type NewCredentials = Awaited<ReturnType<Tenant['client']>>;

async function newClient(): Promise<NewCredentials & { readonly tenant: Tenant }> {
  const tenant = await Tenant.make(operator);
  return { ...(await tenant.client()), tenant };
}

interface ClientPlan {
  readonly attempts?: number;
  readonly onAttempt?: (attempt: Attempt) => void;
}

function clientOf({ clientId, clientSecret }: Credentials, origin = baseUrl, more: ClientPlan = {}): Rapport {
  return new Rapport({ baseUrl: origin, clientId, clientSecret, ...more });
}

type Credentials = Pick<NewCredentials, 'clientId' | 'clientSecret'>;

async function through<T>(
  options: Omit<Parameters<typeof LosingProxy.start>[0], 'target'>,
  work: (proxy: LosingProxy) => Promise<T>,
): Promise<T> {
  const proxy = await LosingProxy.start({ target: baseUrl, ...options });
  try {
    return await work(proxy);
  } finally {
    await proxy.stop();
  }
}

function failureOf(call: Promise<unknown>): Promise<RapportError> {
  return call.then(
    () => expect.fail('the call succeeded'),
    (error: unknown) => (error instanceof RapportError ? error : expect.fail(String(error))),
  );
}

let files = 0;

async function targetOf(kind: 'sqlite' | 'postgres' | 'ndjson'): Promise<string> {
  if (kind === 'postgres') {
    await pool.query('drop schema public cascade; create schema public');
    return databaseUrl;
  }
  files += 1;
  return `${kind}:${join(folder, String(files))}`;
}

async function newSink(kind: 'sqlite' | 'postgres' | 'ndjson'): Promise<SinkUnderTest> {
  const file = (await targetOf(kind)).slice(kind.length + 1);
  if (kind === 'ndjson') {
    return { sink: await ndjson(file), held: async () => replayed(await readFile(file, 'utf8'), 'customers') };
  }
  const make = () => (kind === 'sqlite' ? sqlite(file) : postgres(pool));
  const sink = await make();
  return { sink, another: make, held: () => rowsOf(sink, 'customers') };
}
