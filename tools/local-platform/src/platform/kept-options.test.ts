import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StateFile } from '../state-file.ts';
import { keepOptions, optionsNotTakenUp } from './kept-options.ts';
import { ourParts, type PlatformOptions } from './platform-options.ts';

let options: PlatformOptions;
let running: StateFile;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rapport-kept-'));
  await mkdir(join(dataDir, 'secrets'));
  options = {
    port: 8080,
    managementPort: 'kept',
    dataDir,
    stateFolder: dataDir,
    durable: true,
    parts: ourParts,
    replicas: { 'public-api': 2 },
    mailUrl: 'smtp://user:secret@127.0.0.1:2525',
    origins: ['http://127.0.0.1:5173'],
    settings: { 'application-api': { SIGNUPS: 'on' } },
    say: () => undefined,
  };
  const edge = { pid: 1, startTime: '1', name: 'edge', instance: 1, url: '', managementUrl: 'http://127.0.0.1:9100' };
  running = {
    state: 'ready',
    baseUrl: '',
    dataDir,
    serversAre: 'processes',
    supervisor: null,
    servers: [{ pid: 2, startTime: '2', name: 'postgres', url: '', state: 'ready', restarts: 0 }],
    services: [{ ...edge, state: 'ready', restarts: 0 }],
  };
  await keepOptions(options);
});

afterAll(() => rm(options.dataDir, { recursive: true }));

test('the options of the start are taken up, and so are those that are not given', async () => {
  expect(await optionsNotTakenUp(options, running)).toEqual([]);
  expect(await optionsNotTakenUp({ ...options, managementPort: 9_100, cells: 1 }, running)).toEqual([]);
  const bare = { ...options, mailUrl: undefined, replicas: {}, origins: [], settings: {} };
  expect(await optionsNotTakenUp(bare, running)).toEqual([]);
});

test.each<[string, Partial<PlatformOptions>]>([
  ['--management-port', { managementPort: 9_200 }],
  ['--replicas', { replicas: { 'public-api': 3 } }],
  ['--replicas', { replicas: { 'token-service': 2 } }],
  ['--cells', { cells: 2 }],
  ['--mail', { mailUrl: 'smtp://user:changed@127.0.0.1:2525' }],
  ['--origin', { origins: ['http://127.0.0.1:5173', 'http://127.0.0.1:5174'] }],
  ['--redirect', { redirects: ['https://app.example.com/callback'] }],
  ['--env', { settings: { 'application-api': { SIGNUPS: 'off' } } }],
])('another value of %s is not taken up', async (option, given) => {
  expect(await optionsNotTakenUp({ ...options, ...given }, running)).toEqual([option]);
});

test('what a start was given can be read by the owner of the data alone', async () => {
  expect((await stat(join(options.dataDir, 'secrets', 'options.json'))).mode & 0o777).toBe(0o600);
});
