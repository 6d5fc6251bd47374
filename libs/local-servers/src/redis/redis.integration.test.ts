import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pingRedis } from '../ping.ts';
import { identify, processesWorkingIn } from '../processes/process-identity.ts';
import { startRedis } from './redis.ts';
import type { LocalServer } from '../processes/server-process.ts';

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

test('it answers to its password alone, which stands in no argument', async () => {
  const { url, pid } = await start();
  expect(await pingRedis(url, 1_000)).toBe(true);
  expect(await pingRedis(url.replace(/:[^:@]+@/, ':wrong@'), 1_000)).toBe(false);
  expect((await stat(join(dataDir, 'redis.conf'))).mode & 0o777).toBe(0o600);
  expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(new URL(url).password);
});

test('a killed one says so and starts again on the same port', async () => {
  const first = await start();
  process.kill(first.pid, 'SIGKILL');
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
  const second = await start(first.port);
  expect(second.url).toBe(first.url);
  expect(await pingRedis(second.url, 1_000)).toBe(true);
});

test('a frozen one does not answer in time, and stops all the same', async () => {
  const frozen = await start();
  process.kill(frozen.pid, 'SIGSTOP');
  expect(await pingRedis(frozen.url, 200)).toBe(false);
  await frozen.stop();
  expect(identify(frozen.pid)).toBeUndefined();
});

test('a second start on the folder takes the place of the first', async () => {
  const first = await start();
  const second = await start();
  expect(identify(first.pid)).toBeUndefined();
  expect(await processesWorkingIn(dataDir, 'redis-server')).toHaveLength(1);
  expect(await pingRedis(second.url, 1_000)).toBe(true);
});

test('a port that is taken is told in the words of the log', async () => {
  const first = await start();
  const other = join(dataDir, 'other');
  await expect(startRedis({ dataDir: other, port: first.port })).rejects.toThrow(/Address already in use/);
});
