import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serversWay } from '../servers-way.ts';

let folder: string;
let socket: string;
let engine: Server | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport-engine-'));
  socket = join(folder, 'engine.sock');
});
afterEach(async () => {
  await new Promise((resolve) => (engine === undefined ? resolve(undefined) : engine.close(resolve)));
  engine = undefined;
  await rm(folder, { recursive: true });
});

async function listen(answer: RequestListener): Promise<void> {
  engine = createServer(answer);
  await new Promise<void>((resolve) => engine?.listen(socket, resolve));
}

/** The words of a start of Redis in a container, in a process of its own and where needed as another user. */
async function refusal({ as }: { readonly as?: number } = {}): Promise<string> {
  const script = `
    const { startRedis } = await import(${JSON.stringify(new URL('../redis/redis.ts', import.meta.url).href)});
    // A module that loads late is loaded as the user who may read it.
    await import('testcontainers');
    ${as === undefined ? '' : `process.seteuid(${as});`}
    await startRedis({ dataDir: ${JSON.stringify(join(folder, 'redis'))} }).then(
      () => console.log('it started'),
      (error) => console.log(error.message),
    );
    process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, RAPPORT_SERVERS: 'containers', DOCKER_HOST: `unix://${socket}` },
  });
  return (await text(child.stdout)).trim();
}

test('where no engine answers, one sentence says how to get one, and that processes need none', async () => {
  expect(await refusal()).toBe(
    `No engine for containers answers at unix://${socket}: start Docker, name its address in DOCKER_HOST, or leave out RAPPORT_SERVERS, which starts servers as processes.`,
  );
  await expect(readFile(join(folder, 'redis', 'owner.json'))).rejects.toThrow('ENOENT');
});

test('where this user may not use the engine, one sentence says so', async () => {
  await listen((_, res) => res.end('OK'));
  await chmod(socket, 0o600);
  await chmod(folder, 0o777);
  // Root may use every socket.
  const as = process.getuid?.() === 0 ? 65_534 : undefined;
  if (as === undefined) {
    await chmod(socket, 0);
  }
  expect(await refusal(as === undefined ? {} : { as })).toBe(
    `This user may not use the engine for containers at ${socket}: add the user to the group that owns it, or leave out RAPPORT_SERVERS, which starts servers as processes.`,
  );
});

test.each(['docker', 'Containers', 'process'])('RAPPORT_SERVERS is not %s', (way) => {
  const before = process.env['RAPPORT_SERVERS'];
  process.env['RAPPORT_SERVERS'] = way;
  try {
    expect(() => serversWay()).toThrow(`RAPPORT_SERVERS is processes or containers, and not ${way}.`);
  } finally {
    if (before === undefined) {
      delete process.env['RAPPORT_SERVERS'];
    } else {
      process.env['RAPPORT_SERVERS'] = before;
    }
  }
});

test.each([
  ['processes', 'containers', 'as a process'],
  ['containers', 'processes', 'in a container'],
] as const)('a folder with the data of %s is refused for %s', async (made, other, how) => {
  const { claimDataFolder } = await import('../data-folder.ts');
  const data = join(folder, 'data');
  await claimDataFolder(data, made);
  await claimDataFolder(data, made);
  await expect(claimDataFolder(data, other)).rejects.toThrow(
    `${data} holds the data of a server that ran ${how}: start with RAPPORT_SERVERS=${made}, or with another data folder.`,
  );
  await writeFile(join(data, 'kept'), '');
});
