import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Rapport } from '@rapport/client';
import { sqlite } from '@rapport/client/sqlite';
import { sync } from '@rapport/client/sync';
import { closedLoop, done, newSession, openLoop, TemporaryPlatform, Tenant } from '@rapport/testbed';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { differences, killedCopy, ourSource, runCommand, writeRandomly, type Command } from './killed-copies.ts';
import { badWeather, drawnFrom, LosingProxy } from './losing-proxy.ts';
import { writeAndCount } from './written-once.ts';

const platform = await TemporaryPlatform.start({ durable: false, say: (line) => process.stderr.write(`${line}\n`) });
const folder = await mkdtemp(join(tmpdir(), 'rapport-client-'));
const administrator = await platform.connect('administrator of control');
await administrator.query('create database copy');
const databaseUrl = Object.assign(new URL(await platform.sqlUrl('administrator of control')), {
  pathname: '/copy',
}).href;
const pool = new pg.Pool({ connectionString: databaseUrl });
afterAll(async () => {
  await administrator.end();
  await pool.end();
  await platform.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('through a network that fails three requests in ten', () => {
  const asked = { creates: 2_000, edits: 500, deletes: 500, batches: 10, itemsOfBatch: 450 };
  const once = { created: 2_000, createdInFeed: 2_000, added: 500, left: 1_500, batched: 4_500, falseFailures: [] };

  test('each write is done once', async () => {
    expect(await written([], Rapport)).toEqual(once);
  });

  test('without keys writes are done twice', async () => {
    const found = await written(['idempotency-key'], Rapport);
    expect(found.created).toBeGreaterThan(once.created);
    expect(found.batched).toBeGreaterThan(once.batched);
  });

  test('without the rule of the open outcome one is added twice, or a delete fails that was done', async () => {
    const source = await without('records/record-calls.ts', /reached\.isAfterOpenOne/g, 'false');
    const edited = await without('records/record-calls.ts', / && !error\.isOutcomeOpen/, '', source);
    const { Rapport: Careless } = (await import(join(edited, 'index.ts'))) as { Rapport: typeof Rapport };
    const found = await written([], Careless);
    expect(found.added).toBeGreaterThan(once.added);
    expect(found.falseFailures).not.toEqual([]);
  });

  async function written(left: readonly string[], Client: typeof Rapport) {
    const { credentials, rapport } = await newTenant();
    const proxy = await LosingProxy.start({ target: platform.baseUrl, fate: badWeather(3), without: left });
    try {
      return await writeAndCount(new Client({ ...credentials, baseUrl: proxy.origin, attempts: 10 }), rapport, asked);
    } finally {
      await proxy.stop();
    }
  }
});

test.each(['sqlite', 'postgres', 'ndjson'])('a copy in %s is what the lists show after twenty kills', async (kind) => {
  const made = await newTenant();
  const to = kind === 'postgres' ? databaseUrl : `${kind}:${join(folder, kind)}`;
  await disturbed(made, { to, source: ourSource, kills: 20 });
  expect(await differences(made.rapport, to, pool)).toBe(0);
  if (kind !== 'ndjson') {
    expect(await runCommand(commandOf(made), ['verify', '--to', to])).toBe('missing 0, stale 0, too much 0\n');
  }
});

test('a loss is seen without the checkpoint in the transaction of the page', async () => {
  const source = await without(
    'sinks/sqlite.ts',
    /work\(\);\n( *this\.#of\(resource\)\.store\.run\(resource, checkpointText\(to\)\);)/,
    "$1\n this.#database.exec('commit; begin');\n Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);\n work();",
  );
  let differing = 0;
  for (let tries = 0; tries < 5 && differing === 0; tries += 1) {
    const made = await newTenant();
    const to = `sqlite:${join(folder, `lost-${files++}`)}`;
    await disturbed(made, { to, source, kills: 20 });
    differing = await differences(made.rapport, to, pool);
  }
  expect(differing).toBeGreaterThan(0);
});

test('a field that is disabled leaves the copy, and stays without the entity tag of the definitions', async () => {
  const careless = await without(
    'sync/resource-copy.ts',
    /changed === null \|\| changed\.etag === stored\.definitions/,
    'true',
  );
  for (const [source, differing] of [
    [ourSource, 0],
    [careless, 1],
  ] as const) {
    const made = await newTenant();
    const command = commandOf(made, source);
    const to = `sqlite:${join(folder, `defined-${differing}`)}`;
    await defineField(made.tenant, 'region');
    await made.rapport.customers.create({ name: 'A', customFields: [{ key: 'region', value: 'north' }] });
    await runCommand(command, ['sync', '--to', to, '--once']);
    const params = { tenantId: made.tenant.id, module: 'customers', key: 'region' } as const;
    done(await platform.operator.disableCustomField({ params }), 200);
    await runCommand(command, ['sync', '--to', to, '--once']);
    expect(await differences(made.rapport, to, pool)).toBe(differing);
  }
});

describe('while all is copied anew', () => {
  test('what exists is in the copy at each of 200 looks', async () => {
    expect(await looksInVain(sync)).toBe(0);
  });

  test('without the pass in front of the sweep, what is written often is away for a moment', async () => {
    const source = await without(
      'sync/resource-copy.ts',
      /phase: 'changes', cursor: null, since: syncUntilUtc/,
      "phase: 'sweep', cursor: null, since: syncUntilUtc, until: syncUntilUtc",
    );
    const careless = (await import(join(source, 'sync', 'index.ts'))) as { sync: typeof sync };
    expect(await looksInVain(careless.sync)).toBeGreaterThan(0);
  });

  /** The looks of 200 at which the copy lacks a record that is never written, or one that is written 20 times a second. */
  async function looksInVain(copying: typeof sync): Promise<number> {
    const { rapport, tenant } = await newTenant();
    const sink = await sqlite(join(folder, `looked-at-${files++}`));
    const old = await rapport.customers.create({ name: 'Old' });
    const busy = await rapport.customers.create({ name: 'Busy' });
    await rapport.customers.batch(Array.from({ length: 2_000 }, (_, n) => ({ name: `Customer ${n}` })));
    await sync(rapport, { sink, resources: ['customers'] });
    const stopping = new AbortController();
    const { signal } = stopping;
    const { ended: writing } = openLoop(
      (number) => rapport.customers.update(busy.id, { name: 'Busy', description: `Change ${number}` }),
      { perSecond: 20, signal },
    );
    const following = copying(rapport, { sink, resources: ['customers'], everyMs: 10, signal });
    let inVain = 0;
    for (let look = 0; look < 200; look += 1) {
      if (look % 20 === 0) {
        await defineField(tenant, `field${look}`);
      }
      inVain += (await sink.records('customers', [old.id, busy.id])).length === 2 ? 0 : 1;
      await delay(40);
    }
    stopping.abort();
    await Promise.all([writing, following]);
    expect((await sink.read('customers'))?.copy).toBeGreaterThan(5);
    return inVain;
  }
});

interface Made {
  readonly tenant: Tenant;
  readonly credentials: { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string };
  readonly rapport: Rapport;
  readonly runAsUserId: string;
}

async function newTenant(): Promise<Made> {
  const tenant = await Tenant.make(platform.operator);
  const runAsUserId = await tenant.user({ dataScope: 'all' });
  const { clientId, clientSecret } = await tenant.client({ runAsUserId });
  const credentials = { baseUrl: platform.baseUrl, clientId, clientSecret };
  return { tenant, credentials, rapport: new Rapport(credentials), runAsUserId };
}

function commandOf({ credentials }: Made, source = ourSource): Command {
  const { baseUrl, clientId, clientSecret } = credentials;
  return {
    source,
    environment: { RAPPORT_URL: baseUrl, RAPPORT_CLIENT_ID: clientId, RAPPORT_CLIENT_SECRET: clientSecret },
  };
}

interface Disturbed {
  readonly to: string;
  readonly source: string;
  readonly kills: number;
}

/** Copies while both surfaces write, a view narrows and widens, definitions change and the feed is purged. */
async function disturbed(made: Made, { to, source, kills }: Disturbed): Promise<void> {
  const { tenant, rapport, runAsUserId } = made;
  const stopping = new AbortController();
  const { signal } = stopping;
  await rapport.customers.batch(Array.from({ length: 1_000 }, (_, n) => ({ name: `Old ${n}` })));
  const writing = writeRandomly(rapport, drawnFrom(files + 1), signal);
  const person = await tenant.person();
  const { accessToken } = await newSession(platform.baseUrl, person);
  const { ended: atWork } = closedLoop(() => createLead(accessToken), { pauseMs: 50, signal });
  const changing = changes(signal, [
    () => defineField(tenant, `field${files++}`),
    () => tenant.changeUser(runAsUserId, { dataScope: 'own' }),
    () => tenant.changeUser(runAsUserId, { dataScope: 'all' }),
    () => purgeFeed(tenant),
  ]);
  const command = commandOf(made, source);
  await killedCopy({ to, command, kills, draw: drawnFrom(kills + files) });
  stopping.abort();
  await Promise.all([writing, atWork, changing]);
  await tenant.changeUser(runAsUserId, { dataScope: 'all' });
  await runCommand(command, ['sync', '--to', to, '--once']);
}

async function createLead(accessToken: string): Promise<void> {
  const response = await fetch(`${platform.baseUrl}/api/v1/lead/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ companyName: 'A lead of a person' }),
  });
  expect([response.status, await response.json()]).toMatchObject([200, { isSuccess: true }]);
}

async function defineField(tenant: Tenant, key: string): Promise<void> {
  const body = { module: 'customers', key, label: key, fieldType: 'text' } as const;
  done(await platform.operator.createCustomField({ params: { tenantId: tenant.id }, body }), 201);
}

/** Purges as the worker does it for a retention that has passed: the newest item of each resource stays. */
async function purgeFeed({ schema }: Tenant): Promise<void> {
  const cell = await platform.connect('administrator');
  await cell.query(`with newest as (select resource, max(occurred_on) as at from ${schema}.change_feed group by resource),
    gone as (delete from ${schema}.change_feed item using newest
      where item.resource = newest.resource and item.occurred_on < newest.at returning item.resource, item.occurred_on)
    update ${schema}.feed_floor floor set purged_to = greatest(purged_to, gone.at)
    from (select resource, max(occurred_on) as at from gone group by resource) as gone where floor.resource = gone.resource`);
  await cell.end();
}

async function changes(signal: AbortSignal, all: readonly (() => Promise<void>)[]): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    await delay(1_500);
    await all[n % all.length]?.();
  }
}

let files = 0;

/** The source of the client in which one place is changed. */
async function without(file: string, what: RegExp, instead: string, from = ourSource): Promise<string> {
  const copy = await mkdtemp(join(folder, 'source-'));
  await cp(from, copy, { recursive: true });
  const text = await readFile(join(copy, file), 'utf8');
  const changed = text.replace(what, instead);
  expect(changed).not.toBe(text);
  await writeFile(join(copy, file), changed);
  await writeFile(join(copy, 'package.json'), '{ "type": "module" }');
  return copy;
}
