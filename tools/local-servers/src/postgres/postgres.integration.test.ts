import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { pingPostgres } from '../ping.ts';
import {
  identify,
  isAlive,
  processesWorkingIn,
  sendSignal,
  waitUntilGone,
  type ProcessIdentity,
} from '../processes/process-identity.ts';
import type { LocalServer } from '../local-server.ts';
import { startPostgres } from './postgres.ts';

/** A server that is there answers within this time, however busy the machine is. */
const patientMs = 20_000;

// These look into processes.
vi.stubEnv('RAPPORT_SERVERS', 'processes');

let dataDir: string;
let server: LocalServer | undefined;

async function start(): Promise<LocalServer> {
  server = await startPostgres({ dataDir, durable: false });
  return server;
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(statement)).rows.map(({ value }) => value);
  } finally {
    await client.end();
  }
}

/** Starts the server from another process, and kills that process. The server may be frozen before. */
async function startAndDie({ freezes = false } = {}): Promise<ProcessIdentity> {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)});
    const { pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    console.log(pid);
    setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const pid = await new Promise<number>((resolve, reject) => {
    starter.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
    starter.once('exit', (code) => reject(new Error(`the starter ended with ${code}`)));
  });
  const server = identify(pid);
  if (server === undefined) {
    throw new Error('the starter left no server');
  }
  if (freezes) {
    sendSignal(server, 'SIGSTOP');
  }
  const gone = new Promise((resolve) => starter.once('close', resolve));
  starter.kill('SIGKILL');
  await gone;
  return server;
}

beforeAll(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'rapport-postgres-')), 'a folder'.padEnd(120, '-'));
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

afterAll(async () => {
  await rm(join(dataDir, '..'), { recursive: true, force: true });
});

test('PostgreSQL works in a folder with a long path and a space, and keeps its data over a stop', async () => {
  const first = await start();
  await ask(first.url, 'create table kept as select 42 as value');
  await first.stop();
  expect(identify(first.pid ?? 0)).toBeUndefined();
  const second = await start();
  expect(await ask(second.url, 'select value from kept')).toEqual([42]);
});

test('the server is PostgreSQL 18 in UTC and UTF8, with text in the order of code points and no socket file', async () => {
  const { url } = await start();
  expect(await ask(url, `select current_setting('server_version_num')::int / 10000 as value`)).toEqual([18]);
  expect(await ask(url, `select current_setting('TimeZone') as value`)).toEqual(['UTC']);
  expect(await ask(url, `select current_setting('server_encoding') as value`)).toEqual(['UTF8']);
  expect(await ask(url, `select current_setting('unix_socket_directories') as value`)).toEqual(['']);
  expect(await ask(url, `select lower('ÇĞİ') as value`)).toEqual(['çği']);
  expect(await ask(url, `select value from unnest(array['b', 'A', 'a']) value order by value`)).toEqual([
    'A',
    'a',
    'b',
  ]);
});

test('PostgreSQL refuses clients without the password, which only the owner of the folder can read', async () => {
  const { url } = await start();
  const wrong = new URL(url);
  wrong.password = 'wrong';
  expect(await pingPostgres(wrong.href, patientMs)).toBe(false);
  expect(await pingPostgres(url, patientMs)).toBe(true);
  expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600);
  expect(await readFile(`/proc/${server?.pid}/cmdline`, 'utf8')).not.toContain(new URL(url).password);
});

test('a killed PostgreSQL reports its exit, and starts again in the same folder with its data', async () => {
  const first = await start();
  await first.kill();
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
  const second = await start();
  expect(await ask(second.url, 'select value from kept')).toEqual([42]);
  expect(await processesWorkingIn(join(dataDir, 'cluster'), 'postgres')).not.toEqual([]);
});

test('a frozen PostgreSQL does not answer, and can be stopped all the same', async () => {
  const frozen = await start();
  await frozen.freeze();
  expect(await pingPostgres(frozen.url, 300)).toBe(false);
  const started = performance.now();
  await frozen.stop();
  expect(performance.now() - started).toBeLessThan(9_000);
  expect(identify(frozen.pid ?? 0)).toBeUndefined();
});

test('a start stops the PostgreSQL that a killed process left running in the folder', async () => {
  const left = await startAndDie({ freezes: true });
  expect(isAlive(left)).toBe(true);
  const next = await start();
  expect(isAlive(left)).toBe(false);
  expect(await ask(next.url, 'select value from kept')).toEqual([42]);
});

test('PostgreSQL ends with the process that started it, even by kill -9', async () => {
  expect(await waitUntilGone(await startAndDie(), 10_000)).toBe(true);
});

test('PostgreSQL starts in a folder whose lock file has the pid of another program', async () => {
  const first = await start();
  await first.stop();
  await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), `${process.pid}\n${join(dataDir, 'cluster')}\n`);
  const second = await start();
  expect(await ask(second.url, 'select value from kept')).toEqual([42]);
});

test('while an owner lives, another process cannot start a second PostgreSQL in its folder', async () => {
  const mine = await start();
  await expect(startAndDie()).rejects.toThrow('the starter ended with 1');
  expect(await pingPostgres(mine.url, patientMs)).toBe(true);
});

test('the error about a setting that PostgreSQL refuses has the words of its log', async () => {
  await expect(startPostgres({ dataDir, settings: { max_connections: 'many' } })).rejects.toThrow('max_connections');
});

test('stopping PostgreSQL leaves no process in its folder', async () => {
  const running = await start();
  const workers = await processesWorkingIn(join(dataDir, 'cluster'), 'postgres');
  expect(workers.length).toBeGreaterThan(1);
  await running.stop();
  for (const worker of workers) {
    expect(await waitUntilGone(worker, 5_000)).toBe(true);
  }
});

test('a server with an address of its own is reached there by its password, and nowhere else', async () => {
  server = await startPostgres({ dataDir, durable: false, host: '127.0.0.2' });
  const { url } = server;
  expect(await ask(url, 'select 1 as value')).toEqual([1]);
  await expect(ask(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1 as value')).rejects.toThrow('password');
  expect(await pingPostgres(url.replace('127.0.0.2', '127.0.0.1'), patientMs)).toBe(false);
});
