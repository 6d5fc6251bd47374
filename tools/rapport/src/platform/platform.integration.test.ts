import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { edgeConfiguration, type EdgeOptions } from '@rapport/edge';
import { freePort, pingPostgres } from '@rapport/local-servers';
import { identify, processesWorkingIn, sendSignal, type ProcessIdentity } from '@rapport/local-servers/processes';
import type { Runner } from '@rapport/local-servers/runner';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { projectRoot } from '../project.ts';
import { readState, type StateFile } from '../state-file.ts';
import type { PlatformOptions } from './platform-options.ts';
import { Platform } from './platform.ts';
import { readStatus } from './read-status.ts';
import { readServerUrls } from './server-urls.ts';
import type { ServiceDefinition } from '@rapport/installation';

/** A machine that has other work takes more than a minute to start a platform, and some tests start two. */
vi.setConfig({ testTimeout: 240_000 });
// These look into the processes of servers.
vi.stubEnv('RAPPORT_SERVERS', 'processes');

/** A service that only answers that it is ready, and shows its environment. */
const standIn = `
import { createServer } from 'node:http';
const listen = (port, answer) => createServer(answer).listen(Number(port), process.env.HOST);
listen(process.env.PORT, (_, res) => res.end(JSON.stringify(process.env)));
if (process.env.FAILS_FILE) throw new Error('KEY is not set');
listen(process.env.MANAGEMENT_PORT, (_, res) => res.end());
const stop = () => process.exit(0);
process.on('SIGTERM', stop);
process.on('disconnect', stop);
`;

/** The proxy of the platform, in front of stand-ins without any path. */
function configureEdge({ processes, ...edge }: EdgeOptions): string {
  const workers = processes['worker'] ?? [];
  return edgeConfiguration({ ...edge, processes: { 'public-api': workers } }, []);
}

let folder: string;
let options: PlatformOptions;
let platform: Platform | undefined;
let background: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-platform-'));
  await writeFile(join(folder, 'service.mjs'), standIn);
  const service = (more: Partial<ServiceDefinition>): ServiceDefinition => {
    return { name: 'worker', entry: join(folder, 'service.mjs'), secrets: [], ...more };
  };
  options = {
    port: 0,
    dataDir: join(folder, 'data'),
    stateFolder: join(folder, 'state'),
    replicas: { worker: 2 },
    durable: false,
    say: () => undefined,
    parts: {
      services: [service({ databaseRole: 'rapport_public_api', secrets: ['CURSOR_KEY'], usesRedis: true })],
      configureEdge,
      preparePlatform: async () => undefined,
      hasDemo: false,
    },
  };
});

/** Between two tests nothing holds the port, so another process could take it. */
beforeEach(async () => {
  options = { ...options, port: await freePort() };
});

afterEach(async () => {
  await platform?.stop();
  platform = undefined;
  background?.kill('SIGKILL');
  background = undefined;
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function start(more: Partial<PlatformOptions> = {}): Promise<StateFile> {
  platform = new Platform({ ...options, ...more });
  await platform.start();
  return currentState();
}

async function currentState(): Promise<StateFile> {
  const state = await readState(options.stateFolder);
  if (state === undefined) {
    throw new Error('there is no state');
  }
  return state;
}

async function untilState(wanted: (state: StateFile) => boolean): Promise<StateFile> {
  let state = await currentState();
  await vi.waitUntil(
    async () => {
      state = await currentState();
      return wanted(state);
    },
    { timeout: 100_000, interval: 20 },
  );
  return state;
}

function processesOf(state: StateFile): ProcessIdentity[] {
  return [...state.services, ...state.servers].map(processOf);
}

function processOf({ pid, startTime }: Runner): ProcessIdentity {
  return { pid: pid ?? 0, startTime: startTime ?? '' };
}

function expectGone(processes: readonly ProcessIdentity[]): void {
  for (const { pid, startTime } of processes) {
    expect(identify(pid)?.startTime).not.toBe(startTime);
  }
}

test('everything is ready, and state and status show the addresses', async () => {
  const state = await start({ mailUrl: 'smtp://user:secret@127.0.0.1:2525?tls=off' });
  expect(state).toMatchObject({
    state: 'ready',
    baseUrl: `http://localhost:${options.port}`,
    dataDir: options.dataDir,
    mailUrl: 'smtp://127.0.0.1:2525?tls=off',
  });
  expect(state.services.map(({ name, instance }) => `${name} ${instance}`)).toEqual(['worker 1', 'worker 2', 'edge 1']);
  const status = await readStatus(false, options.stateFolder);
  expect(status.servers.map(({ name }) => name)).toEqual(['postgres', 'redis', 'kafka']);
  for (const { url } of [...status.servers, ...status.services]) {
    expect(new URL(url).password).toBe('');
  }
  expect(status.mail).toEqual({ url: state.mailUrl });
  const secret = await readStatus(true, options.stateFolder);
  expect(secret.mail).toEqual({ url: 'smtp://user:secret@127.0.0.1:2525?tls=off' });
  expect(await pingPostgres(secret.servers[0]?.url ?? '', 2_000)).toBe(true);
});

test('a service gets its secrets as files that only the owner of the data can read', async () => {
  const state = await start();
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
  expect(environment['ISSUER']).toBe(`http://localhost:${options.port}`);
  const served = (await (await fetch(`http://127.0.0.1:${options.port}`)).json()) as Record<string, string>;
  expect(['1', '2']).toContain(served['SERVICE_INSTANCE']);
});

test('secrets, passwords and data stay over a restart', async () => {
  await start();
  const secrets = async (): Promise<string[]> => {
    const names = (await readdir(join(options.dataDir, 'secrets'), { withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    return Promise.all(
      names
        .filter(({ name }) => name !== 'server-urls.json')
        .map(async ({ name }) => `${name} ${await readFile(join(options.dataDir, 'secrets', name), 'utf8')}`),
    );
  };
  const before = await secrets();
  expect(before.length).toBeGreaterThan(5);
  await platform?.stop();
  await start();
  expect(await secrets()).toEqual(before);
});

test('a stop leaves no process, and the state shows it', async () => {
  const state = await start();
  await platform?.stop();
  expectGone(processesOf(state));
  expect(await processesWorkingIn(join(options.dataDir, 'postgres', 'cluster'), 'postgres')).toEqual([]);
  expect(await readStatus(false, options.stateFolder)).toMatchObject({
    ...{ state: 'stopped', services: [], servers: [] },
    mail: { folder: join(options.dataDir, 'mail') },
  });
});

test('a service that is killed is never shown as ready, and comes back on its port', async () => {
  const before = (await start()).services[0];
  if (before === undefined) {
    throw new Error('no service');
  }
  const killed = processOf(before);
  sendSignal(killed, 'SIGKILL');
  const isGone = (): boolean => identify(killed.pid)?.startTime !== killed.startTime;
  await vi.waitUntil(isGone, { timeout: 20_000, interval: 1 });
  // Another process may have taken its place by now.
  const shown = await readStatus(false, options.stateFolder);
  expect(shown.state === 'ready' && shown.services[0]?.pid === before.pid).toBe(false);
  const after = await untilState((state) => state.state === 'ready' && state.services[0]?.pid !== before.pid);
  expect(after.services[0]).toMatchObject({ url: before.url, managementUrl: before.managementUrl, restarts: 1 });
  const log = await readFile(join(options.dataDir, 'logs', 'platform.log'), 'utf8');
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
  const before = (await start()).servers[0];
  const url = (await readServerUrls(options.dataDir))['postgres'] ?? '';
  for (const worker of await processesWorkingIn(join(options.dataDir, 'postgres', 'cluster'), 'postgres')) {
    sendSignal(worker, 'SIGKILL');
  }
  await untilState((state) => state.state === 'ready' && state.servers[0]?.pid !== before?.pid);
  expect(await pingPostgres(url, 2_000)).toBe(true);
});

test('a frozen process is shown as degraded and left alone, and is ready again when it is thawed', async () => {
  const before = await start();
  for (const frozen of [before.services[0], before.servers[1]]) {
    if (frozen === undefined) {
      throw new Error('nothing to freeze');
    }
    sendSignal(processOf(frozen), 'SIGSTOP');
    await untilState((state) => state.state === 'degraded');
    sendSignal(processOf(frozen), 'SIGCONT');
    await untilState((state) => state.state === 'ready');
  }
  expect(processesOf(await currentState()).map(({ pid }) => pid)).toEqual(processesOf(before).map(({ pid }) => pid));
});

test('a process that keeps dying is started again after pauses that grow', async () => {
  await start();
  const times: number[] = [];
  for (let round = 0; round < 4; round++) {
    const victim = (await untilState((state) => state.state === 'ready')).services[0];
    if (victim === undefined) {
      throw new Error('no service');
    }
    const killed = performance.now();
    sendSignal(processOf(victim), 'SIGKILL');
    await untilState((state) => state.services[0]?.restarts === round + 1 && state.services[0].pid !== victim.pid);
    times.push(performance.now() - killed);
  }
  // The first pause is a quarter of a second and the last one two; the rest is what a start takes.
  expect(times[3]).toBeGreaterThan(1_950);
  expect(times[0]).toBeLessThan((times[3] ?? 0) - 250);
});

test('a service that cannot start is a failure in its own words, and nothing is left running', async () => {
  const failing = { name: 'worker', entry: join(folder, 'service.mjs'), secrets: [] };
  await writeFile(join(folder, 'failing.mjs'), `throw new Error('CURSOR_KEY is not set.');`);
  const parts = { ...options.parts, services: [{ ...failing, entry: join(folder, 'failing.mjs') }] };
  platform = new Platform({ ...options, parts });
  await expect(platform.start()).rejects.toThrow(/worker ended before it was ready: .*CURSOR_KEY is not set\./);
  expect(await processesWorkingIn(join(options.dataDir, 'postgres', 'cluster'), 'postgres')).toEqual([]);
  expect((await currentState()).state).toBe('stopped');
});

test('the failure about a base port that is taken names the process that has it, with its pid', async () => {
  const holder = createServer();
  await once(holder.listen(options.port, '127.0.0.1'), 'listening');
  try {
    platform = new Platform(options);
    await expect(platform.start()).rejects.toThrow(new RegExp(`Port ${options.port} is taken by .*pid ${process.pid}`));
  } finally {
    holder.close();
  }
});

test.each([
  ['the edge', 0],
  ['a service', 1],
])('a management port of %s that another process takes while the platform starts ends the start', async (_, place) => {
  const managementPort = await freePort();
  const other = createHttpServer((__, res) => res.end());
  const preparePlatform: PlatformOptions['parts']['preparePlatform'] = async () => {
    await once(other.listen(managementPort + place, '127.0.0.1'), 'listening');
  };
  platform = new Platform({ ...options, managementPort, parts: { ...options.parts, preparePlatform } });
  try {
    const sentence = `ended before it was ready: port ${managementPort + place} was taken by .*pid ${process.pid}`;
    await expect(platform.start()).rejects.toThrow(new RegExp(sentence));
  } finally {
    other.close();
  }
});

test('a stop in the middle of the start leaves nothing running', async () => {
  const said = Promise.withResolvers<void>();
  platform = new Platform({ ...options, say: () => said.resolve() });
  const started = platform.start();
  await said.promise;
  const [stopped] = await Promise.allSettled([started, platform.stop()]);
  expect(stopped.status).toBe('rejected');
  expect(await processesWorkingIn(join(options.dataDir, 'postgres', 'cluster'), 'postgres')).toEqual([]);
  expect(await processesWorkingIn(join(options.dataDir, 'redis'), 'redis-server')).toEqual([]);
});

test('a stop while the databases are prepared waits for that before it stops PostgreSQL', async () => {
  const preparing = Promise.withResolvers<string>();
  let answered: boolean | undefined;
  const preparePlatform: PlatformOptions['parts']['preparePlatform'] = async ({ administratorUrl }) => {
    preparing.resolve(administratorUrl);
    await new Promise((resolve) => setTimeout(resolve, 500));
    answered = await pingPostgres(administratorUrl, 2_000);
  };
  platform = new Platform({ ...options, parts: { ...options.parts, preparePlatform } });
  const started = platform.start();
  await preparing.promise;
  const [outcome] = await Promise.allSettled([started, platform.stop()]);
  expect(outcome.status).toBe('rejected');
  expect(answered).toBe(true);
  expect((await currentState()).services).toEqual([]);
});

test('services end with a supervisor that is killed, and the next start stops the servers that it left', async () => {
  await chmod(folder, 0o700);
  const script = join(folder, 'supervisor.ts');
  const { parts, ...plain } = options;
  await writeFile(
    script,
    `import { edgeConfiguration } from ${JSON.stringify(join(projectRoot, 'apps/edge/src/index.ts'))};
     import { Platform } from ${JSON.stringify(join(import.meta.dirname, 'platform.ts'))};
     const configureEdge = ({ processes: { worker }, ...edge }) =>
       edgeConfiguration({ ...edge, processes: { 'public-api': worker } }, []);
     const parts = { ...${JSON.stringify(parts)}, configureEdge, preparePlatform: async () => undefined };
     await new Platform({ ...${JSON.stringify(plain)}, say: () => undefined, parts }).start();
     process.send('ready');`,
  );
  background = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  await once(background, 'message');
  const left = await currentState();
  background.kill('SIGKILL');
  await vi.waitUntil(
    () => left.services.map(processOf).every(({ pid, startTime }) => identify(pid)?.startTime !== startTime),
    {
      timeout: 10_000,
    },
  );
  expect((await readStatus(false, options.stateFolder)).state).not.toBe('ready');
  const state = await start();
  expectGone(processesOf(left));
  expect(state.state).toBe('ready');
});
