import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepareDatabases } from '@rapport/database';
import { asOwner, recoverCell } from '@rapport/installation';
import { untracedContext } from '@rapport/kernel';
import { freePort, startPostgres } from '@rapport/local-servers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { projectRoot } from '../project.ts';
import { removeData } from './data-folder.ts';
import { cellUrls, controlUrl, databasesOf, type DatabaseAccess } from './database-urls.ts';
import { readDemo, type Demo } from './demo.ts';
import { ourParts } from './platform-options.ts';
import { Platform } from './platform.ts';
import { ensureSecrets } from './secrets.ts';
import { postgresUrls, readServerUrls } from './server-urls.ts';

/** Each start of all services takes up to a minute on a machine that has other work. */
vi.setConfig({ testTimeout: 480_000, hookTimeout: 240_000 });
vi.stubEnv('RAPPORT_SERVERS', 'processes');

const run = promisify(execFile);
let folder: string;
let dataDir: string;
let platform: Platform;
let page: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-backup-'));
  dataDir = join(folder, '.rapport', 'data');
  page = await readFile(join(projectRoot, 'docs/operators/backup.md'), 'utf8');
  await up();
});

afterAll(async () => {
  await platform.stop();
  await rm(folder, { recursive: true, force: true });
});

async function up(): Promise<void> {
  const options = { replicas: {}, durable: false, parts: ourParts, say: () => undefined };
  platform = new Platform({ port: await freePort(), dataDir, stateFolder: join(folder, '.rapport'), ...options });
  await platform.start();
}

/** The databases of the platform of this test, as the page calls their addresses. */
async function addresses(): Promise<Record<'SERVER' | 'CONTROL' | 'CELL_1', string>> {
  const [SERVER = ''] = postgresUrls(await readServerUrls(dataDir));
  return { SERVER, ...addressesOn(SERVER, await ensureSecrets(dataDir)) };
}

function addressesOn(server: string, passwords: DatabaseAccess['passwords']): Record<'CONTROL' | 'CELL_1', string> {
  const access = { administratorUrls: [server], passwords };
  return {
    CONTROL: controlUrl(access, 'rapport_owner'),
    CELL_1: cellUrls(access, 'rapport_owner')['cell-1'] ?? '',
  };
}

/** The words of the front door, on the platform of this test. */
const words: Readonly<Record<string, () => Promise<void>>> = {
  './rapport down': () => platform.stop(),
  './rapport up --detach': up,
  './rapport reset --yes': async () => {
    await platform.stop();
    await removeData(dataDir);
  },
  './rapport recover --cell cell-1': async () => {
    const { CONTROL: controlUrl, CELL_1 } = await addresses();
    await asOwner({ controlUrl, cells: { 'cell-1': CELL_1 } }, (database) =>
      recoverCell(untracedContext(), database, { cell: 'cell-1', counted: [], say: () => undefined }),
    );
  },
};

/** Runs the commands that the page has behind a mark, one after the other, in the folder of the test. */
async function follow(mark: string, environment: NodeJS.ProcessEnv = {}): Promise<void> {
  const [, block = ''] = new RegExp(`<!-- ${mark} -->\\n+\`\`\`sh\\n([^\`]+)\`\`\``).exec(page) ?? [];
  const commands = block.trim().split('\n');
  expect(commands.length).toBeGreaterThan(2);
  const env = { ...process.env, ...environment };
  for (const command of commands) {
    await (words[command]?.() ?? run('sh', ['-c', command], { cwd: folder, env }));
  }
}

interface Page {
  readonly data: readonly unknown[];
  readonly syncUntilUtc: string;
}

class Caller {
  readonly #demo: Demo;

  constructor(demo: Demo) {
    this.#demo = demo;
  }

  /** The id of the new customer. */
  async write(name: string): Promise<string> {
    const answer = await this.#send('/api/v1/customers', { method: 'POST', body: JSON.stringify({ name }) });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  }

  async read(path: string, status = 200): Promise<Page> {
    const answer = await this.#send(path, {});
    expect(answer.status).toBe(status);
    return (await answer.json()) as Page;
  }

  async #send(path: string, request: RequestInit): Promise<Response> {
    const { clientId, clientSecret } = this.#demo;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    });
    const granted = await fetch(`${platform.baseUrl}/connect/token`, { method: 'POST', body });
    const { access_token: token } = (await granted.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return fetch(`${platform.baseUrl}${path}`, { ...request, headers });
  }
}

async function caller(): Promise<Caller> {
  const demo = await readDemo(dataDir);
  if (demo === undefined) {
    throw new Error('there is no demo tenant');
  }
  return new Caller(demo);
}

test('a platform that is brought back has its records, and a client goes on from the checkpoint that it has', async () => {
  await (await caller()).write('before the backup');
  const { syncUntilUtc: checkpoint } = await (await caller()).read('/api/v1/customers');
  await follow('back up');
  await follow('bring back');
  const client = await caller();
  expect((await client.read('/api/v1/customers')).data).toMatchObject([{ name: 'before the backup' }]);
  const entityId = await client.write('after it');
  const feed = await client.read(`/api/v1/changes/customers?updatedFrom=${encodeURIComponent(checkpoint)}`);
  expect(feed.data).toMatchObject([{ operation: 'created', entityId }]);
});

/** Programs of PostgreSQL that are older than the server refuse it. */
const dumpVersion = Number(/\d+/.exec(spawnSync('pg_dump', ['--version']).stdout?.toString() ?? '')?.[0] ?? 0);

test.skipIf(dumpVersion < 18)('a dump brings one cell back while the services run', async () => {
  const kept = await (await caller()).write('before the dump');
  await follow('dump', await addresses());
  const { syncUntilUtc: checkpoint } = await (await caller()).read('/api/v1/customers');
  const lost = await (await caller()).write('behind it');
  await follow('bring one cell back', await addresses());
  const client = await caller();
  const listed = JSON.stringify(await vi.waitFor(() => client.read('/api/v1/customers'), { timeout: 30_000 }));
  expect([kept, lost].map((id) => listed.includes(id))).toEqual([true, false]);
  const path = `/api/v1/customers?updatedFrom=${encodeURIComponent(checkpoint)}`;
  await vi.waitFor(() => expect(client.read(path, 400)).resolves.toMatchObject({ code: 'updated_from_too_old' }));
});

test.skipIf(dumpVersion < 18)('dumps of control and cells come back on another server as they were', async () => {
  await (await caller()).write('in the dump');
  await platform.stop();
  const passwords = await ensureSecrets(dataDir);
  const old = await startPostgres({ dataDir: join(dataDir, 'postgres'), durable: false });
  const fresh = await startPostgres({ dataDir: join(folder, 'fresh'), durable: false });
  for (const databases of databasesOf({ administratorUrls: [fresh.url], passwords })) {
    await prepareDatabases({ ...databases, passwords });
  }
  await follow('dump', addressesOn(old.url, passwords));
  await follow('restore', addressesOn(fresh.url, passwords));
  await Promise.all([old.stop(), fresh.stop()]);
  await rename(join(dataDir, 'postgres'), join(folder, 'old'));
  await rename(join(folder, 'fresh'), join(dataDir, 'postgres'));
  await up();
  expect(JSON.stringify(await (await caller()).read('/api/v1/customers'))).toContain('in the dump');
});
