import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemPython } from '@rapport/local-servers';
import { listeningPort } from '@rapport/local-servers/listening-port';
import { guideFiles, Tenant, type Credentials } from '@rapport/testbed';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { raw } from './raw.ts';
import { RecordWriter, resources, type Body, type ResourceName } from './record-writer.ts';
import { expired, hungUp, rateLimited, startRefusingFront, unavailable } from './synchronise-guide.ts';
import { expectDone, newName, newToken, operator } from './tenant.ts';

const { baseUrl } = inject('platform');

const folder = await guideFiles('synchronise.md');
afterAll(() => rm(folder, { recursive: true, force: true }));

const python = await systemPython({ requests: 'python3-requests' });
if ('missing' in python) {
  process.stderr.write(`The guide's program in Python is skipped: ${python.missing}.\n`);
}
const programs = [
  { language: 'TypeScript', command: [process.execPath, 'synchronise.ts'] },
  ...('python' in python ? [{ language: 'Python', command: [python.python, 'synchronise.py'] }] : []),
];

test.each(programs)(
  'the program of the guide in $language ends equal to the lists, although it is killed and refused while others write and its view changes',
  async ({ command }) => {
    const tenant = await Tenant.make(operator);
    const userId = await tenant.user({ dataScope: 'all' });
    const reader = await tenant.client({ runAsUserId: userId });
    const writer = new RecordWriter(await newToken(await tenant.client()), userId);
    await addField(tenant, 'region');
    await writer.write(150);
    const front = await startRefusingFront(baseUrl, {
      refusals: [rateLimited, unavailable, expired, hungUp],
      oneOf: 7,
    });
    const program = new Program(command, reader, front.url);
    try {
      const changes = [
        () => tenant.changeUser(userId, { dataScope: 'own' }),
        () => addField(tenant, 'segment'),
        () => tenant.changeUser(userId, { dataScope: 'all' }),
        () => disableField(tenant, 'region'),
      ];
      for (const change of changes) {
        await writer.writeFor(1_000);
        await program.killAndStart();
        await change();
        await writer.writeFor(1_000);
      }
      const token = await newToken(reader);
      for (const resource of resources) {
        const isEqual = async (): Promise<void> => {
          expect(program.saidOnError).toBe('');
          expect(program.copyOf(resource)).toEqual(await listOf(resource, token));
        };
        await vi.waitFor(isEqual, { timeout: 10_000 });
        expect(program.copyOf(resource).size).toBeGreaterThan(5);
      }
    } finally {
      await program.kill();
      await front.close();
    }
  },
);

describe.each(programs)('the program of the guide in $language ends with a sentence', ({ command }) => {
  test('where nothing answers', async () => {
    const program = new Program(command, { clientId: 'crm_', clientSecret: 'none' }, 'http://127.0.0.1:9');
    expect(await program.end()).toBe(
      'Nothing answers at http://127.0.0.1:9; set BASE_URL to the address of the platform.\n',
    );
  });

  test('where another server answers', async () => {
    const server = createServer((_, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'));
    const url = `http://127.0.0.1:${await listeningPort(server)}`;
    const program = new Program(command, { clientId: 'crm_', clientSecret: 'none' }, url);
    expect(await program.end()).toBe(
      `Another server answers at ${url}; set BASE_URL to the address of the platform.\n`,
    );
    server.close();
  });

  test('where the secret is wrong', async () => {
    const { clientId } = await (await Tenant.make(operator)).client();
    const program = new Program(command, { clientId, clientSecret: 'rps_wrong' }, baseUrl);
    expect(await program.end()).toBe('No token: Client authentication failed.\n');
  });

  test('where a scope is missing', async () => {
    const reader = await (await Tenant.make(operator)).client({ scopes: ['contacts.read'] });
    const program = new Program(command, reader, baseUrl);
    expect(await program.end()).toMatch(/^\S+: insufficient_scope, .+ \([0-9a-f]{32}\)\n$/u);
  });
});

const hasTools = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);

test.skipIf(!hasTools)('the commands of the guide list, follow changes and write', async () => {
  const tenant = await Tenant.make(operator);
  const reader = await tenant.client();
  const writer = new RecordWriter(await newToken(await tenant.client()), tenant.ownerId);
  await writer.write(900);
  const front = await startRefusingFront(baseUrl, { refusals: [rateLimited, unavailable], oneOf: 30 });
  try {
    const token = await newToken(reader);
    const run = (file: string) => runShell(file, reader, front.url);
    await run('list.sh');
    expect(await filedCopy()).toEqual(await listOf('customers', token));
    await writer.write(60);
    await run('changes.sh');
    expect(await filedCopy()).toEqual(await listOf('customers', token));
    for (const file of ['write.sh', 'write.sh', 'batch.sh', 'batch.sh']) {
      await run(file);
    }
    await run('changes.sh');
    const copy = await filedCopy();
    expect(copy).toEqual(await listOf('customers', token));
    expect([...copy.values()].filter(({ externalId }) => externalId !== null)).toMatchObject([
      { externalId: 'erp-4711', name: 'Lovelace & Daughters' },
      { externalId: 'erp-4712', name: 'Babbage Engines' },
    ]);
    expect(await readFile(join(folder, 'refused.txt'), 'utf8')).toMatch(/^item 2: validation_failed \{"name":/);
  } finally {
    await front.close();
  }
});

/** The guide's program in a process of its own, with a copy of its own. */
class Program {
  saidOnError = '';
  readonly #command: readonly string[];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #path = join(folder, `${newName()}.db`);
  #process: ChildProcess | undefined;

  constructor(command: readonly string[], { clientId, clientSecret }: Credentials, url: string) {
    this.#command = command;
    this.#environment = {
      ...{ CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, BASE_URL: `${url}/`, COPY: this.#path },
      ...{ PAUSE_MS: '100', PAUSE_SECONDS: '0.1', NODE_NO_WARNINGS: '1' },
    };
  }

  async killAndStart(): Promise<void> {
    await this.kill();
    this.#start();
  }

  /** The last words of the program when it ends by itself. */
  async end(): Promise<string> {
    const [code] = (await once(this.#start(), 'close')) as [number | null];
    expect(code).toBe(1);
    return this.saidOnError;
  }

  #start(): ChildProcess {
    const [file = '', ...words] = this.#command;
    const child = spawn(file, words, { cwd: folder, env: this.#environment, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.saidOnError += text));
    this.#process = child;
    return child;
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }

  copyOf(resource: ResourceName): Map<string, Body> {
    const copy = new DatabaseSync(this.#path, { readOnly: true });
    try {
      const rows = copy.prepare('select body from record where resource = ?').all(resource);
      return byId(rows.map(({ body }) => JSON.parse(String(body)) as Body));
    } finally {
      copy.close();
    }
  }
}

async function runShell(file: string, { clientId, clientSecret }: Credentials, url: string): Promise<void> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    BASE_URL: `${url}/`,
  };
  const child = spawn('sh', [file], { cwd: folder, env });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code, `${file}: ${said}`).toBe(0);
}

async function filedCopy(): Promise<Map<string, Body>> {
  const copy = join(folder, 'copy');
  const texts = (await readdir(copy)).map((file) => readFile(join(copy, file), 'utf8'));
  const records = (await Promise.all(texts)).map((text) => JSON.parse(text) as Body);
  return byId(records.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1)));
}

async function listOf(resource: ResourceName, token: string): Promise<Map<string, Body>> {
  const records: Body[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await raw('GET', `/api/v1/${resource}?pageSize=200${query}`, { token });
    const page = body as { data: Body[]; nextCursor: string | null };
    records.push(...page.data);
    cursor = page.nextCursor;
  }
  return byId(records);
}

function byId(records: readonly Body[]): Map<string, Body> {
  return new Map(records.map((record) => [String(record['id']), record]));
}

async function addField({ id }: Tenant, key: string): Promise<void> {
  const body = { module: 'customers' as const, key, label: key, fieldType: 'text' as const };
  expectDone(await operator.createCustomField({ params: { tenantId: id }, body }), 201);
}

async function disableField({ id }: Tenant, key: string): Promise<void> {
  const params = { tenantId: id, module: 'customers', key };
  expectDone(await operator.disableCustomField({ params }), 200);
}
