import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createClient } from '@rapport/http-contract/client';
import { ownExportContract } from '@rapport/subscription-contract';
import { done, guideFiles, issueToken, newSession, Tenant, type Credentials } from '@rapport/testbed';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { operator } from './operator.ts';

const { baseUrl } = inject('platform');
const run = promisify(execFile);
const patiently = { timeout: 60_000, interval: 100 };
const resources = ['customers', 'contacts', 'leads', 'opportunities'] as const;

const folders = await Promise.all([guideFiles('exports.md'), guideFiles('synchronise.md')]);
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));
const [guide, loop] = folders;

const tenant = await Tenant.make(operator);
const client = await tenant.client();
const person = await tenant.person({ role: 'owner' });
const { accessToken: ownerToken } = await newSession(baseUrl, { ...person, tenantId: tenant.id });
const owner = createClient(ownExportContract, { baseUrl, headers: () => ({ authorization: `Bearer ${ownerToken}` }) });

test('each of some exports is one moment of all kinds while others write on both surfaces, and a copy of one follows to the end', async () => {
  const writers = await Promise.all(
    [1, 2, 3, 4].map(async (number) => new Writer(`w${number}`, await tokenOf(client))),
  );
  const writing = writers.map((writer) => writer.run());
  const copy = join(guide ?? '', 'copy.db');
  const environment = {
    ...process.env,
    BASE_URL: baseUrl,
    COPY: copy,
    CLIENT_ID: client.clientId,
    CLIENT_SECRET: client.clientSecret,
  };
  const made = [];
  try {
    for (let number = 1; number <= 2; number += 1) {
      await vi.waitUntil(() => writers.every(({ written }) => written > number * 15), patiently);
      made.push(await exported());
    }
    const take = { ...environment, TENANT: tenant.id, ACCESS_TOKEN: ownerToken, FILES: join(guide ?? '', 'files') };
    await run(process.execPath, ['export.ts'], { cwd: guide, env: take });
  } finally {
    writers.forEach((writer) => writer.stop());
    await Promise.all(writing);
  }
  for (const exportId of made) {
    await expectOneMoment(exportId, writers);
  }
  await followOnce(environment);
  await expectEqual(copy);
});

test('the manifest says of each file what is served, and an export has nothing of another tenant', async () => {
  const other = await Tenant.make(operator);
  const stranger = await other.client();
  await post('/api/v1/customers', await tokenOf(stranger), { name: 'A stranger' });
  const exportId = await exported();
  const manifest = JSON.parse((await file(exportId, 'manifest.json')).toString()) as Manifest;
  const { files } = done(await owner.getOwnExport({ params: { tenantId: tenant.id, exportId } }), 200);
  expect(files.map(({ name }) => name).toSorted()).toEqual(
    [...manifest.files.map(({ name }) => name), 'manifest.json'].toSorted(),
  );
  for (const entry of manifest.files) {
    const packed = await file(exportId, entry.name);
    const plain = gunzipSync(packed);
    expect([packed.length, digest(packed), plain.length, digest(plain)]).toEqual([
      entry.gzipBytes,
      entry.gzipSha256,
      entry.bytes,
      entry.sha256,
    ]);
    for (const strange of [other.id, other.ownerId, stranger.clientId, client.clientSecret, 'A stranger']) {
      expect(plain.includes(strange), `${strange} in ${entry.name}`).toBe(false);
    }
  }
});

test('a download that was cut off goes on with Range, and the parts are the whole', async () => {
  const exportId = await exported();
  const address = `${baseUrl}/subscription/v1/tenants/${tenant.id}/exports/${exportId}/files/customers.ndjson.gz`;
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${ownerToken}`, ...headers } });
    return { answer, body: Buffer.from(await answer.arrayBuffer()) };
  };
  const { answer, body: whole } = await ask({});
  const etag = answer.headers.get('etag') ?? '';
  const half = Math.floor(whole.length / 2);
  const first = await ask({ range: `bytes=0-${half - 1}`, 'if-range': etag });
  const rest = await ask({ range: `bytes=${half}-`, 'if-range': etag });
  expect([first.answer.status, rest.answer.status]).toEqual([206, 206]);
  expect(Buffer.concat([first.body, rest.body]).equals(whole)).toBe(true);
  expect((await ask({ 'if-none-match': etag })).answer.status).toBe(304);
});

interface Manifest {
  readonly syncUntilUtc: Readonly<Record<string, string>>;
  readonly files: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly gzipBytes: number;
    readonly gzipSha256: string;
  }[];
}

/** Writes records of all kinds one after the other, each with the next number in its name, on one surface and then on the other. */
class Writer {
  written = 0;
  #isStopped = false;
  readonly #name: string;
  readonly #token: string;

  constructor(name: string, token: string) {
    this.#name = name;
    this.#token = token;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      const name = `${this.#name}-${this.written}`;
      const [path, token, body] = requests(name, this.#token)[this.written % 6] ?? expect.fail('no such request');
      await post(path, token, body);
      this.written += 1;
    }
  }
}

function requests(name: string, token: string): (readonly [path: string, token: string, body: object])[] {
  return [
    ['/api/v1/customers', token, { name, externalId: name }],
    ['/api/v1/contacts', token, { lastName: name }],
    ['/api/v1/activity/create', ownerToken, { subject: name }],
    ['/api/v1/leads', token, { lastName: name }],
    ['/api/v1/campaign/create', ownerToken, { code: name, name }],
    ['/api/v1/customer/create', ownerToken, { name }],
  ];
}

async function expectOneMoment(exportId: string, writers: readonly Writer[]): Promise<void> {
  const names = new Set<string>();
  for (const kind of ['customers', 'contacts', 'activities', 'leads', 'campaigns']) {
    const lines = gunzipSync(await file(exportId, `${kind}.ndjson.gz`))
      .toString()
      .split('\n')
      .slice(0, -1);
    for (const line of lines) {
      const { name, lastName, subject } = JSON.parse(line) as Record<string, string | undefined>;
      names.add(name ?? lastName ?? subject ?? '');
    }
  }
  writers.forEach((_, at) => {
    const own = [...names].filter((name) => name.startsWith(`w${at + 1}-`));
    expect(own.length).toBeGreaterThan(15);
    // Each record was answered before the next was sent, so a moment that has one has all before it.
    expect(own.filter((name) => Number(name.split('-')[1]) >= own.length)).toEqual([]);
  });
}

async function followOnce(environment: NodeJS.ProcessEnv): Promise<void> {
  const running = run(process.execPath, ['synchronise.ts'], {
    cwd: loop ?? '',
    env: { ...environment, PAUSE_MS: '100000' },
  });
  let said = '';
  running.child.stdout?.on('data', (text: string) => (said += text));
  try {
    await vi.waitUntil(() => said.includes('the copy is up to date'), patiently);
  } finally {
    running.child.kill('SIGKILL');
    await running.catch(() => undefined);
  }
  expect(said).not.toContain('listed');
}

/** Holds the copy to what the client lists now, member by member. */
async function expectEqual(path: string): Promise<void> {
  const copy = new DatabaseSync(path, { readOnly: true });
  const token = await tokenOf(client);
  for (const resource of resources) {
    const rows = copy.prepare('select id, body from record where resource = ?').all(resource);
    const held = new Map(rows.map(({ id, body }) => [String(id), JSON.parse(String(body)) as Record<string, unknown>]));
    let count = 0;
    for (let query = '?pageSize=200'; query !== '';) {
      const answer = await fetch(`${baseUrl}/api/v1/${resource}${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const page = (await answer.json()) as { data: { id: string }[]; nextCursor: string | null };
      for (const record of page.data) {
        const own = held.get(record.id) ?? {};
        expect(Object.fromEntries(Object.keys(record).map((name) => [name, own[name]]))).toEqual(record);
      }
      count += page.data.length;
      query = page.nextCursor === null ? '' : `?pageSize=200&cursor=${encodeURIComponent(page.nextCursor)}`;
    }
    expect(held.size, resource).toBe(count);
  }
  copy.close();
}

async function exported(): Promise<string> {
  const params = { tenantId: tenant.id };
  const { exportId } = done(await owner.orderOwnExport({ params }), 202);
  await vi.waitUntil(async () => {
    const { state, failure } = done(await owner.getOwnExport({ params: { ...params, exportId } }), 200);
    expect(failure).toBeNull();
    return state === 'ready';
  }, patiently);
  return exportId;
}

async function file(exportId: string, name: string): Promise<Buffer> {
  const answer = await owner.fetchOwnExportFile({ params: { tenantId: tenant.id, exportId, name } });
  expect(answer.status).toBe(200);
  return Buffer.from(await new Response(answer.body as ReadableStream).arrayBuffer());
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function tokenOf(credentials: Credentials): Promise<string> {
  return issueToken(baseUrl, credentials);
}

async function post(path: string, token: string, body: object): Promise<void> {
  const answer = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect([200, 201], await answer.text()).toContain(answer.status);
}
