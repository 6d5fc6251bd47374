import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pingPostgres } from '@rapport/local-servers';
import { identify, processesWorkingIn, sendSignal } from '@rapport/local-servers/processes';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readStatus } from './read-status.ts';
import { readServerUrls } from './server-urls.ts';
import { expectGone, processesOf, processOf, StandInPlatform } from './testing/stand-in-platform.ts';

/** A machine that has other work takes more than a minute to start a platform, and some tests start two. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
// These look into the processes of servers.
vi.stubEnv('RAPPORT_SERVERS', 'processes');

const mailUrl = 'smtp://user:secret@127.0.0.1:2525?tls=off';
// Each test finds the platform that the one before has left ready, because a start takes seconds of a processor.
let platform: StandInPlatform;

beforeAll(async () => {
  platform = await StandInPlatform.make();
  await platform.start({ mailUrl });
});

afterAll(() => platform.end());

test('everything is ready, and state and status show the addresses', async () => {
  const state = await platform.state();
  expect(state).toMatchObject({
    state: 'ready',
    baseUrl: `http://localhost:${platform.options.port}`,
    dataDir: platform.options.dataDir,
    mailUrl: 'smtp://127.0.0.1:2525?tls=off',
  });
  expect(state.services.map(({ name, instance }) => `${name} ${instance}`)).toEqual(['worker 1', 'worker 2', 'edge 1']);
  const status = await readStatus(false, platform.options.stateFolder);
  expect(status.servers.map(({ name }) => name)).toEqual(['postgres', 'redis', 'kafka']);
  for (const { url } of [...status.servers, ...status.services]) {
    expect(new URL(url).password).toBe('');
  }
  expect(status.mail).toEqual({ url: state.mailUrl });
  const secret = await readStatus(true, platform.options.stateFolder);
  expect(secret.mail).toEqual({ url: mailUrl });
  expect(await pingPostgres(secret.servers[0]?.url ?? '', 2_000)).toBe(true);
});

test('a service gets its secrets as files that only the owner of the data can read', async () => {
  const state = await platform.state();
  const environment = (await (await fetch(state.services[0]?.url ?? '')).json()) as Record<string, string>;
  const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
  expect(files.map(([name]) => name).sort()).toEqual([
    'CELL_DATABASE_URLS_FILE',
    'CONTROL_DATABASE_URL_FILE',
    'CURSOR_KEY_FILE',
    'REDIS_URL_FILE',
  ]);
  for (const [name, path] of files) {
    expect((await stat(path)).mode & 0o777, name).toBe(0o600);
    expect(JSON.stringify(environment)).not.toContain(await readFile(path, 'utf8'));
  }
  expect(environment['ISSUER']).toBe(`http://localhost:${platform.options.port}`);
  const served = (await (await fetch(`http://127.0.0.1:${platform.options.port}`)).json()) as Record<string, string>;
  expect(['1', '2']).toContain(served['SERVICE_INSTANCE']);
});

test('secrets, passwords and data stay over a restart', async () => {
  const secrets = async (): Promise<string[]> => {
    const names = (await readdir(join(platform.options.dataDir, 'secrets'), { withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    return Promise.all(
      names
        .filter(({ name }) => name !== 'server-urls.json')
        .map(async ({ name }) => `${name} ${await readFile(join(platform.options.dataDir, 'secrets', name), 'utf8')}`),
    );
  };
  const before = await secrets();
  expect(before.length).toBeGreaterThan(5);
  await platform.stop();
  await platform.start({ mailUrl });
  expect(await secrets()).toEqual(before);
});

test('a service that is killed is never shown as ready, and comes back on its port', async () => {
  const before = (await platform.state()).services[0];
  if (before === undefined) {
    throw new Error('no service');
  }
  const killed = processOf(before);
  sendSignal(killed, 'SIGKILL');
  const isGone = (): boolean => identify(killed.pid)?.startTime !== killed.startTime;
  await vi.waitUntil(isGone, { timeout: 20_000, interval: 1 });
  // Another process may have taken its place by now.
  const shown = await readStatus(false, platform.options.stateFolder);
  expect(shown.state === 'ready' && shown.services[0]?.pid === before.pid).toBe(false);
  const after = await platform.until((state) => state.state === 'ready' && state.services[0]?.pid !== before.pid);
  expect(after.services[0]).toMatchObject({ url: before.url, managementUrl: before.managementUrl, restarts: 1 });
  const log = await readFile(join(platform.options.dataDir, 'logs', 'platform.log'), 'utf8');
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { message: string; pid?: number });
  const from = lines.findIndex(({ message, pid }) => message === 'worker 1 has started' && pid === before.pid);
  const ofWorker = lines
    .slice(from)
    .map(({ message }) => message)
    .filter((message) => message.startsWith('worker 1'));
  expect(ofWorker).toEqual([
    'worker 1 has started',
    'worker 1 is ready',
    'worker 1 has ended (SIGKILL) and is started again',
    'worker 1 has started',
    'worker 1 is ready',
  ]);
});

test('a server that is killed with all its processes comes back on its port with its data', async () => {
  const before = (await platform.state()).servers[0];
  const url = (await readServerUrls(platform.options.dataDir))['postgres'] ?? '';
  for (const worker of await processesWorkingIn(join(platform.options.dataDir, 'postgres', 'cluster'), 'postgres')) {
    sendSignal(worker, 'SIGKILL');
  }
  await platform.until((state) => state.state === 'ready' && state.servers[0]?.pid !== before?.pid);
  expect(await pingPostgres(url, 2_000)).toBe(true);
});

test('a frozen process is shown as degraded and left alone, and is ready again when it is thawed', async () => {
  const before = await platform.until((state) => state.state === 'ready');
  for (const frozen of [before.services[0], before.servers[1]]) {
    if (frozen === undefined) {
      throw new Error('nothing to freeze');
    }
    sendSignal(processOf(frozen), 'SIGSTOP');
    await platform.until((state) => state.state === 'degraded');
    sendSignal(processOf(frozen), 'SIGCONT');
    await platform.until((state) => state.state === 'ready');
  }
  expect(processesOf(await platform.state()).map(({ pid }) => pid)).toEqual(processesOf(before).map(({ pid }) => pid));
});

test('a process that keeps dying is started again after pauses that grow', async () => {
  const times: number[] = [];
  for (let round = 0; round < 4; round++) {
    const victim = (await platform.until((state) => state.state === 'ready')).services[1];
    if (victim === undefined) {
      throw new Error('no service');
    }
    const killed = performance.now();
    sendSignal(processOf(victim), 'SIGKILL');
    await platform.until((state) => state.services[1]?.restarts === round + 1 && state.services[1].pid !== victim.pid);
    times.push(performance.now() - killed);
  }
  // The first pause is a quarter of a second and the last one two; the rest is what a start takes.
  expect(times[3]).toBeGreaterThan(1_950);
  expect(times[0]).toBeLessThan((times[3] ?? 0) - 250);
});

test('a stop leaves no process, and the state shows it', async () => {
  const state = await platform.state();
  await platform.stop();
  expectGone(processesOf(state));
  expect(await processesWorkingIn(join(platform.options.dataDir, 'postgres', 'cluster'), 'postgres')).toEqual([]);
  expect(await readStatus(false, platform.options.stateFolder)).toMatchObject({
    ...{ state: 'stopped', services: [], servers: [] },
  });
});
