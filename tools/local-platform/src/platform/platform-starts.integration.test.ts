import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort, pingPostgres } from '@rapport/local-servers';
import { identify, processesWorkingIn } from '@rapport/local-servers/processes';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { projectRoot } from '../project.ts';
import type { PlatformOptions } from './platform-options.ts';
import { readStatus } from './read-status.ts';
import { expectGone, processesOf, processOf, StandInPlatform } from './testing/stand-in-platform.ts';

/** A machine that has other work takes more than a minute to start a platform, and some tests start two. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
// These look into the processes of servers.
vi.stubEnv('RAPPORT_SERVERS', 'processes');

let platform: StandInPlatform;
let background: ChildProcess | undefined;

beforeAll(async () => {
  platform = await StandInPlatform.make();
});

// Between two platforms nothing holds the port, so another process could take it.
beforeEach(() => platform.choosePort());

afterEach(async () => {
  await platform.stop();
  background?.kill('SIGKILL');
  background = undefined;
});

afterAll(() => platform.end());

test('a service that cannot start is a failure in its own words, and nothing is left running', async () => {
  const failing = { name: 'worker', entry: join(platform.folder, 'service.mjs'), secrets: [] };
  await writeFile(join(platform.folder, 'failing.mjs'), `throw new Error('CURSOR_KEY is not set.');`);
  const parts = { ...platform.options.parts, services: [{ ...failing, entry: join(platform.folder, 'failing.mjs') }] };
  await expect(platform.start({ parts })).rejects.toThrow(
    /worker ended before it was ready: .*CURSOR_KEY is not set\./,
  );
  expect(await processesWorkingIn(join(platform.options.dataDir, 'postgres', 'cluster'), 'postgres')).toEqual([]);
  expect((await platform.state()).state).toBe('stopped');
});

test('the failure about a base port that is taken names the process that has it, with its pid', async () => {
  const holder = createServer();
  await once(holder.listen(platform.options.port, '127.0.0.1'), 'listening');
  try {
    await expect(platform.start()).rejects.toThrow(
      new RegExp(`Port ${platform.options.port} is taken by .*pid ${process.pid}`),
    );
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
  const parts = { ...platform.options.parts, preparePlatform };
  try {
    const sentence = `ended before it was ready: port ${managementPort + place} was taken by .*pid ${process.pid}`;
    await expect(platform.start({ managementPort, parts })).rejects.toThrow(new RegExp(sentence));
  } finally {
    other.close();
  }
});

test('a stop in the middle of the start leaves nothing running', async () => {
  const said = Promise.withResolvers<void>();
  const started = platform.start({ say: () => said.resolve() });
  await said.promise;
  const [stopped] = await Promise.allSettled([started, platform.stop()]);
  expect(stopped.status).toBe('rejected');
  expect(await processesWorkingIn(join(platform.options.dataDir, 'postgres', 'cluster'), 'postgres')).toEqual([]);
  expect(await processesWorkingIn(join(platform.options.dataDir, 'redis'), 'redis-server')).toEqual([]);
});

test('a stop while the databases are prepared waits for that before it stops PostgreSQL', async () => {
  const preparing = Promise.withResolvers<string>();
  let answered: boolean | undefined;
  const preparePlatform: PlatformOptions['parts']['preparePlatform'] = async ({
    administratorUrls: [administratorUrl = ''],
  }) => {
    preparing.resolve(administratorUrl);
    await new Promise((resolve) => setTimeout(resolve, 500));
    answered = await pingPostgres(administratorUrl, 2_000);
  };
  const started = platform.start({ parts: { ...platform.options.parts, preparePlatform } });
  await preparing.promise;
  const [outcome] = await Promise.allSettled([started, platform.stop()]);
  expect(outcome.status).toBe('rejected');
  expect(answered).toBe(true);
  expect((await platform.state()).services).toEqual([]);
});

test('services end with a supervisor that is killed, and the next start stops the servers that it left', async () => {
  await chmod(platform.folder, 0o700);
  const script = join(platform.folder, 'supervisor.ts');
  const { parts, ...plain } = platform.options;
  await writeFile(
    script,
    `import { edgeConfiguration } from ${JSON.stringify(join(projectRoot, 'apps/edge/src/index.ts'))};
     import { Platform } from ${JSON.stringify(join(import.meta.dirname, 'platform.ts'))};
     const configureEdge = ({ processes: { worker }, ...edge }) =>
       edgeConfiguration({ ...edge, processes: { 'public-api': worker } }, []);
     const parts = { ...${JSON.stringify(parts)}, configureEdge, preparePlatform: async () => undefined, bundleConsole: async () => undefined };
     await new Platform({ ...${JSON.stringify(plain)}, say: () => undefined, parts }).start();
     process.send('ready');`,
  );
  background = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  await once(background, 'message');
  const left = await platform.state();
  background.kill('SIGKILL');
  await vi.waitUntil(
    () => left.services.map(processOf).every(({ pid, startTime }) => identify(pid)?.startTime !== startTime),
    {
      timeout: 10_000,
    },
  );
  expect((await readStatus(false, platform.options.stateFolder)).state).not.toBe('ready');
  const state = await platform.start();
  expectGone(processesOf(left));
  expect(state.state).toBe('ready');
  const { mail } = await readStatus(false, platform.options.stateFolder);
  expect(mail).toEqual({ folder: join(platform.options.dataDir, 'mail') });
});
