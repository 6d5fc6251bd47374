import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Terminal, type AnyValues, type Outcome } from '@rapport/command-line';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adminCommands } from './admin-commands.ts';

const made = { tenantId: 't', schema: 't00001', owner: { userId: 'u', email: 'o@example.com', password: 'p' } };

let folder: string;
let url: string;
let close: () => unknown;
let keys: (string | undefined)[];
let answer: (res: ServerResponse, req: IncomingMessage) => void;

beforeEach(async () => {
  keys = [];
  folder = await mkdtemp(join(tmpdir(), 'rapport-admin-'));
  await writeFile(join(folder, 'credential'), 'rpt_op_x');
  const server = createServer((req, res) => {
    keys.push(req.headers['idempotency-key'] as string | undefined);
    answer(res, req);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close();
});

afterEach(async () => {
  close();
  await rm(folder, { recursive: true, force: true });
});

async function create(more: AnyValues = {}): Promise<Outcome> {
  const here = () => expect.fail('the platform is named');
  const word = adminCommands(here).find(({ words }) => words.join(' ') === 'admin tenant create');
  const operator = { 'operator-url': url, 'credential-file': join(folder, 'credential') };
  const values = { name: 'A tenant', 'owner-email': 'o@example.com', ...operator, ...more };
  return word?.run(values, new Terminal(true), []) ?? expect.fail('there is no such word');
}

function answering(status: number, body: object): void {
  answer = (res) => res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function failure(more: AnyValues = {}): Promise<string> {
  return create(more).then(
    () => expect.fail('it was answered'),
    (error: unknown) => (error as Error).message,
  );
}

test.each<[string, () => void]>([
  ['whose connection breaks', () => (answer = (_, req) => req.destroy())],
  [
    'whose answer breaks off',
    () => (answer = (res) => res.writeHead(201, { 'content-length': '99' }).write('{', () => res.destroy())),
  ],
  ['to a server that fails', () => answering(503, { detail: 'It is away.', code: 'service_unavailable' })],
  ['to a proxy whose server is away', () => (answer = (res) => res.writeHead(502).end('<html>'))],
  ['that is still under way', () => answering(409, { detail: 'Under way.', code: 'idempotency_in_progress' })],
])('a call %s names its key, and a call with that key makes no second tenant', async (_, break_) => {
  break_();
  const key = / --idempotency-key '([^']+)'/.exec(await failure())?.[1];
  expect(key).toMatch(/^[0-9a-f-]{36}$/);
  answering(201, made);
  expect((await create({ 'idempotency-key': key })).document).toEqual(made);
  expect(keys).toEqual([key, key]);
});

test('each call has a key of its own, and a refusal is shown without it', async () => {
  answering(400, { detail: 'It is not valid.', code: 'validation_failed' });
  expect(await failure()).toBe('It is not valid.');
  expect(await failure()).toBe('It is not valid.');
  expect(new Set(keys).size).toBe(2);
  expect(keys).not.toContain(undefined);
});

test.each(['', 'clé', 'k'.repeat(201)])('the key %j is a wrong use', async (key) => {
  answering(201, made);
  expect(await failure({ 'idempotency-key': key })).toMatch(/^--idempotency-key has 1 to 200/);
  expect(keys).toEqual([]);
});
