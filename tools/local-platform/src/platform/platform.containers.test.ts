import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EdgeOptions } from '@rapport/edge';
import { freePort } from '@rapport/local-servers';
import { isRunning } from '@rapport/local-servers/runner';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readState } from '../state-file.ts';
import { livingRunners, stopLeftovers } from './leftovers.ts';
import type { PlatformOptions } from './platform-options.ts';
import { Platform } from './platform.ts';
import { readServerUrls } from './server-urls.ts';

let folder: string;
let plain: Omit<PlatformOptions, 'say' | 'parts'>;
const parts = { services: [], hasDemo: false };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-platform-'));
  plain = {
    port: await freePort(),
    dataDir: join(folder, 'data'),
    stateFolder: join(folder, 'state'),
    replicas: {},
    durable: false,
  };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The proxy alone, which says that it is ready. */
function configureEdge({ host, port, managementPort }: EdgeOptions): string {
  return `
global
  log stdout format raw daemon
defaults
  mode http
  timeout client 5s
  timeout connect 5s
  timeout server 5s
frontend all
  bind ${host}:${port}
  bind ${host}:${managementPort}
  http-request return status 200
`;
}

/** A platform in a process of its own, which is killed as soon as all is ready. */
async function startAndDie(): Promise<void> {
  const script = join(folder, 'supervisor.ts');
  await writeFile(
    script,
    `import { Platform } from ${JSON.stringify(join(import.meta.dirname, 'platform.ts'))};
     const parts = { ...${JSON.stringify(parts)}, configureEdge: ${configureEdge.toString()}, preparePlatform: async () => undefined, bundleConsole: async () => undefined };
     await new Platform({ ...${JSON.stringify(plain)}, say: () => undefined, parts }).start();
     process.send('ready');`,
  );
  const supervisor = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  await once(supervisor, 'message');
  const gone = once(supervisor, 'exit');
  supervisor.kill('SIGKILL');
  await gone;
}

async function ask(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: (await readServerUrls(plain.dataDir))['postgres'] });
  await client.connect();
  return (await client.query<{ value: unknown }>(statement).finally(() => client.end())).rows.map(({ value }) => value);
}

test('the containers of a killed supervisor are stopped by the next start, which finds its data, and by down', async () => {
  await startAndDie();
  const left = await readState(plain.stateFolder);
  if (left === undefined) {
    throw new Error('there is no state');
  }
  expect((await livingRunners(left)).map(({ container }) => typeof container)).toEqual(Array(4).fill('string'));
  await ask('create table kept as select 42 as value');
  const nothing = (): Promise<void> => Promise.resolve();
  const platform = new Platform({
    ...plain,
    say: () => undefined,
    parts: { ...parts, configureEdge, preparePlatform: nothing, bundleConsole: nothing },
  });
  await platform.start();
  try {
    expect(await livingRunners(left)).toEqual([]);
    expect(await ask('select value from kept')).toEqual([42]);
    const state = await readState(plain.stateFolder);
    expect(state).toMatchObject({ state: 'ready', serversAre: 'containers' });
    await platform.stop();
    expect(await Promise.all([...(state?.services ?? []), ...(state?.servers ?? [])].map(isRunning))).not.toContain(
      true,
    );
  } finally {
    await platform.stop();
  }
  await startAndDie();
  const again = await readState(plain.stateFolder);
  expect(again === undefined ? 0 : await stopLeftovers(again)).toBe(4);
  expect(again === undefined ? [] : await livingRunners(again)).toEqual([]);
});
