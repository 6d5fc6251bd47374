import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorClient, Processes } from '@rapport/testbed';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LoadPlatform } from './platform/load-platform.ts';
import { play } from './play.ts';
import type { Workload } from './workloads.ts';

const plan = { requestsPerMinute: 600, tokenRequestsPerMinute: 30, clients: 1 };
const workload: Workload = { name: 'smoke', summary: '', judgedBy: 'counts', tenants: [plan, plan] };

let [folder, temporary] = ['', ''];
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-test-'));
  temporary = await mkdtemp(join(folder, 'temporary-'));
  vi.stubEnv('TMPDIR', temporary);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const end of ends.splice(0)) {
    await end();
  }
  await rm(folder, { recursive: true });
});

/** An operators' API that gives these statuses, and what it was asked. */
async function operators(statusOf: (path: string) => number): Promise<{ platform: LoadPlatform; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, res) => {
    asked.push(url);
    const number = asked.length;
    const made = { tenantId: `tenant-${number}`, schema: `t${number}`, owner: { userId: 'u' } };
    const body = { ...made, clientId: 'c', clientSecret: 's', apiClientId: 'a' };
    res.writeHead(statusOf(url), { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const nothing = {
    ...{ state: 'stopped' as const, baseUrl: null, data: null },
    ...{ services: [], servers: [], mail: null, demo: null },
  };
  const platform: LoadPlatform = {
    baseUrl: url,
    operator: operatorClient({ url, credential: 'rpt_op_x' }),
    isOwn: false,
    replicas: {},
    processes: new Processes({ stateFolder: folder }),
    status: async () => nothing,
    stop: async () => undefined,
  };
  return { platform, asked };
}

/** A program that runs in place of k6. */
async function program(text: string): Promise<string> {
  const file = join(folder, 'k6');
  await writeFile(file, `#!/bin/sh\n[ "$1" = run ] || exit 1\n${text}\n`, { mode: 0o700 });
  return file;
}

const created = (url: string): number => (url.endsWith('/suspend') ? 200 : 201);
const suspended = (asked: readonly string[]): string[] => asked.filter((url) => url.endsWith('/suspend'));

test('a run that is stopped ends k6, suspends its tenants and leaves no folder', async () => {
  const { platform, asked } = await operators(created);
  const stopping = new AbortController();
  const begun = join(folder, 'begun');
  const k6 = await program(`cp "$CREDENTIAL_FILE" ${begun}\nexec sleep 60`);
  const run = play({ k6, platform, workload, profile: 'short', signal: stopping.signal, say: () => undefined });
  void vi
    .waitUntil(async () => (await readdir(folder)).includes('begun'), { timeout: 10_000 })
    .then(() => stopping.abort(new Error('The run was stopped.')));
  await expect(run).rejects.toThrow('The run was stopped.');
  expect(suspended(asked)).toHaveLength(2);
  expect(await readdir(temporary)).toEqual([]);
});

test('a run whose tenants cannot be made leaves no folder, and suspends those that were made', async () => {
  let made = 0;
  const { platform, asked } = await operators((url) => {
    made += url.endsWith('/tenants') ? 1 : 0;
    return made > 1 && url.endsWith('/tenants') ? 401 : created(url);
  });
  const { signal } = new AbortController();
  const run = play({ k6: 'false', platform, workload, profile: 'short', signal, say: () => undefined });
  await expect(run).rejects.toThrow('401');
  expect(suspended(asked)).toHaveLength(1);
  expect(await readdir(temporary)).toEqual([]);
});

test('tenants that cannot be suspended are named', async () => {
  const { platform } = await operators((url) => (url.endsWith('/suspend') ? 503 : 201));
  const { signal } = new AbortController();
  const said: string[] = [];
  const k6 = await program('echo "it cannot" >&2; exit 107');
  const run = play({ k6, platform, workload, profile: 'short', signal, say: (line) => said.push(line) });
  await expect(run).rejects.toThrow('it cannot');
  expect(said.join('\n')).toMatch(/stay active.*: tenant-\d tenant-\d$/);
});
