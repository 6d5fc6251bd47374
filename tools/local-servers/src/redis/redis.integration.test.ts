import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { pingRedis } from '../ping.ts';
import { identify, processesWorkingIn } from '../processes/process-identity.ts';
import type { LocalServer } from '../local-server.ts';
import { startRedis } from './redis.ts';

/** A server that is there answers within this time, however busy the machine is. */
const patientMs = 20_000;

// These look into processes.
vi.stubEnv('RAPPORT_SERVERS', 'processes');

let dataDir: string;
let server: LocalServer | undefined;

async function start(port?: number): Promise<LocalServer> {
  server = await startRedis({ dataDir, ...(port === undefined ? {} : { port }) });
  return server;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rapport redis-'));
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

test('Redis answers to its password alone, which stands in no argument', async () => {
  const { url, pid } = await start();
  expect(await pingRedis(url, patientMs)).toBe(true);
  expect(await pingRedis(url.replace(/:[^:@]+@/, ':wrong@'), patientMs)).toBe(false);
  expect((await stat(join(dataDir, 'redis.conf'))).mode & 0o777).toBe(0o600);
  expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(new URL(url).password);
});

test('a killed Redis reports its exit, and starts again on the same port', async () => {
  const first = await start();
  await first.kill();
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
  const second = await start(first.port);
  expect(second.url).toBe(first.url);
  expect(await pingRedis(second.url, patientMs)).toBe(true);
});

test('a frozen Redis does not answer in time, and can be stopped all the same', async () => {
  const frozen = await start();
  await frozen.freeze();
  expect(await pingRedis(frozen.url, 200)).toBe(false);
  await frozen.stop();
  expect(identify(frozen.pid ?? 0)).toBeUndefined();
});

test('a second Redis on the same data folder takes the place of the first', async () => {
  const first = await start();
  const second = await start();
  expect(identify(first.pid ?? 0)).toBeUndefined();
  expect(await processesWorkingIn(dataDir, 'redis-server')).toHaveLength(1);
  expect(await pingRedis(second.url, patientMs)).toBe(true);
});

test('the error about a taken port has the words of the log of Redis', async () => {
  const first = await start();
  const other = join(dataDir, 'other');
  await expect(startRedis({ dataDir: other, port: first.port })).rejects.toThrow(/Address already in use/);
});

test('a server with an address of its own is reached there alone', async () => {
  server = await startRedis({ dataDir, host: '127.0.0.2' });
  expect(await pingRedis(server.url, patientMs)).toBe(true);
  expect(await pingRedis(server.url.replace('127.0.0.2', '127.0.0.1'), patientMs)).toBe(false);
});
