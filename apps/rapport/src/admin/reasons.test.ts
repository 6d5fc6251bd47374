import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Terminal } from '@rapport/command-line';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminCommands } from './admin-commands.ts';

const commands = adminCommands(() => expect.fail('the platform is named'));

/** A thing that is named by its id is not looked up. */
const id = '01890000-0000-7000-8000-000000000000';
const ids = { tenant: id, user: id, 'run-as': id, client: 'rpt_client_x' };

/** Options that take no text, by their names or their forms. */
const fitting: Readonly<Record<string, string>> = {
  ...ids,
  module: 'customers',
  type: 'text',
  'yes|no': 'yes',
  N: '1',
};

/** An operators' API that answers each request with an empty document. */
const asked: IncomingMessage[] = [];
const server = createServer((req, res) => {
  asked.push(req);
  res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
let folder: string;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reasons-'));
  await writeFile(join(folder, 'credential'), 'rpt_op_x');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  asked.length = 0;
});

test('tenant cancel takes a tenant, or a time since which nobody verified those that signed up, and not both', async () => {
  const cancel = commands.find(({ words }) => words.join(' ') === 'admin tenant cancel') ?? expect.fail('no word');
  const operator = { 'operator-url': url, 'credential-file': join(folder, 'credential') };
  const run = (values: Record<string, string>) => cancel.run({ ...operator, ...values }, new Terminal(true), []);
  const since = { 'unverified-since': '2026-01-31T09:30:00Z' };
  await run({ tenant: id });
  await run(since);
  expect(asked.map((request) => request.url)).toEqual([
    `/subscription/v1/operator/tenants/${id}/cancel`,
    '/subscription/v1/operator/tenants/cancel-unverified',
  ]);
  for (const wrong of [{}, { ...since, tenant: id }, { ...since, effective: 'now' }]) {
    await expect(run(wrong)).rejects.toThrow(
      /^Give --tenant TENANT \[--effective now\|periodEnd\], or --unverified-since TIME\.$/,
    );
  }
});

test.each(commands.map((word) => [word.words.join(' '), word] as const))(
  '%s takes a reason where it changes something, and sends it',
  async (_, word) => {
    const { options } = word;
    const needed = Object.entries(options).filter(([name, option]) => option.required || name === 'tenant');
    const values = Object.fromEntries(
      needed.map(([name, { value = '' }]) => [name, fitting[name] ?? fitting[value] ?? 'none']),
    );
    const operator = { 'operator-url': url, 'credential-file': join(folder, 'credential') };
    const given = { ...values, ...operator, reason: 'Kündigung №7' };
    // A list is refused once it was asked for, because an empty document is no page of it.
    await word.run(given, new Terminal(true), []).catch(() => undefined);
    expect(asked.length).toBeGreaterThan(0);
    const changes = asked.some(({ method }) => method !== 'GET');
    expect('reason' in options).toBe(changes);
    expect(asked[0]?.headers['rapport-reason']).toBe('K%C3%BCndigung%20%E2%84%967');
  },
);
