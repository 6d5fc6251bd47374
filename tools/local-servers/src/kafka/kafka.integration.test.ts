import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pingKafka } from '../ping.ts';
import { identify, processesWorkingIn } from '../processes/process-identity.ts';
import type { LocalServer } from '../local-server.ts';
import { prepareKafka, startKafka } from './kafka.ts';
import { keptKafkaPorts } from './kafka-options.ts';

/** A JVM on a busy machine starts in half a minute, and a test starts three. */
vi.setConfig({ testTimeout: 240_000 });
/** A server that is there answers within this time, however busy the machine is. */
const patientMs = 20_000;

// These look into processes.
vi.stubEnv('RAPPORT_SERVERS', 'processes');

let dataDir: string;
let server: LocalServer | undefined;

async function start(): Promise<LocalServer> {
  server = await startKafka({ dataDir });
  return server;
}

/** The broker that the test before has left, or a new one: each start of a JVM costs seconds of a processor. */
async function running(): Promise<LocalServer> {
  return server ?? start();
}

async function stop(): Promise<void> {
  await server?.stop();
  server = undefined;
}

beforeAll(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'rapport-kafka-')), 'a folder, with=signs');
});

afterAll(async () => {
  await stop();
  await rm(join(dataDir, '..'), { recursive: true, force: true });
});

test('a broker that was stopped or killed starts again on the same port', async () => {
  const first = await start();
  expect(await pingKafka(first.url, patientMs)).toBe(true);
  await first.stop();
  expect(identify(first.pid ?? 0)).toBeUndefined();
  const second = await start();
  expect(second.url).toBe(first.url);
  await second.kill();
  expect(await second.exited).toEqual({ code: null, signal: 'SIGKILL' });
  const third = await start();
  expect(third.url).toBe(first.url);
});

test('a broker reads its classes from the archive', async () => {
  const broker = await running();
  expect(await readFile(`/proc/${broker.pid}/maps`, 'utf8')).toContain((await prepareKafka()).classArchive);
});

test('a second broker on the same data folder takes the place of the first', async () => {
  const first = await running();
  const second = await start();
  expect(identify(first.pid ?? 0)).toBeUndefined();
  expect(await processesWorkingIn(dataDir, 'java')).toHaveLength(1);
  expect(await pingKafka(second.url, patientMs)).toBe(true);
});

test('a frozen broker does not answer in time, and can be stopped all the same', async () => {
  const frozen = await running();
  await frozen.freeze();
  expect(await pingKafka(frozen.url, 200)).toBe(false);
  await stop();
  expect(identify(frozen.pid ?? 0)).toBeUndefined();
});

test('a broker leaves its port to a program that took it meanwhile', async () => {
  await stop();
  const { client: kept } = await keptKafkaPorts(dataDir);
  const squatter = createServer();
  await new Promise<void>((resolve) => squatter.listen(kept, '127.0.0.1', resolve));
  try {
    const second = await start();
    expect(second.port).not.toBe(kept);
    expect(await pingKafka(second.url, patientMs)).toBe(true);
  } finally {
    await new Promise((resolve) => squatter.close(resolve));
  }
});

test('a broker that lost its data starts without any', async () => {
  await running();
  await stop();
  await rm(join(dataDir, 'log'), { recursive: true });
  const { url } = await start();
  expect(await pingKafka(url, patientMs)).toBe(true);
});

test.each(['', '{"client":1}', '{"client":0,"controller":70000}'])(
  'the ports of a broker are chosen anew where its file holds %j',
  async (kept) => {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-ports-'));
    await writeFile(join(folder, 'ports.json'), kept);
    const { client, controller } = await keptKafkaPorts(folder);
    expect(client).toBeGreaterThan(1_023);
    expect(controller).toBeGreaterThan(1_023);
    expect(await keptKafkaPorts(folder)).toEqual({ client, controller });
    await rm(folder, { recursive: true });
  },
);

test('a broker with an address of its own is reached there alone', async () => {
  await stop();
  server = await startKafka({ dataDir, host: '127.0.0.2' });
  expect(await pingKafka(server.url, patientMs)).toBe(true);
  expect(await pingKafka(server.url.replace('127.0.0.2', '127.0.0.1'), patientMs)).toBe(false);
});
