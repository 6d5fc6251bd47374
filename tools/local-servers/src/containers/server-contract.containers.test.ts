import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort, freePorts } from '../free-port.ts';
import { startHaproxy } from '../haproxy/haproxy.ts';
import { startKafka } from '../kafka/kafka.ts';
import type { LocalServer } from '../local-server.ts';
import { pingHttp, pingKafka, pingPostgres, pingRedis } from '../ping.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { startRedis } from '../redis/redis.ts';
import { isRunning, runnerOf } from '../runner.ts';
import { containerEngine } from './engine.ts';

/** A server that is there answers within this time, however busy the machine is. */
const patientMs = 20_000;

interface StartPlan {
  readonly dataDir: string;
  readonly ports: readonly [number, number];
  readonly host?: string;
}

interface Contracted {
  readonly name: string;
  /** A text in the command line of its main process. */
  readonly commandLine: string;
  readonly start: (plan: StartPlan) => Promise<LocalServer>;
  readonly ping: (url: string, deadlineMs: number) => Promise<boolean>;
}

const servers: readonly Contracted[] = [
  {
    name: 'PostgreSQL',
    commandLine: 'listen_addresses=*',
    start: ({ ports: [port], ...plan }) =>
      startPostgres({ ...plan, port, durable: false, settings: { shared_buffers: '128MB' } }),
    ping: pingPostgres,
  },
  {
    name: 'Redis',
    commandLine: 'redis-server',
    start: ({ ports: [port], ...plan }) => startRedis({ ...plan, port }),
    ping: pingRedis,
  },
  {
    name: 'Kafka',
    commandLine: 'kafka.Kafka',
    start: ({ ports: [client, controller], ...plan }) => startKafka({ ...plan, ports: { client, controller } }),
    ping: pingKafka,
  },
  { name: 'HAProxy', commandLine: 'haproxy.cfg', start: startSmallHaproxy, ping: pingHttp },
];

/** It says itself that it is well. */
function startSmallHaproxy({
  dataDir,
  ports: [port, managementPort],
  host = '127.0.0.1',
}: StartPlan): Promise<LocalServer> {
  const configuration = `
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
  return startHaproxy({ dataDir, configuration, port, managementUrl: `http://${host}:${managementPort}` });
}

describe.each(servers)('$name in a container', ({ start, ping, commandLine }) => {
  let plan: StartPlan;
  const started: LocalServer[] = [];

  beforeEach(async () => {
    const [first = 0, second = 0] = await freePorts(2);
    plan = { dataDir: await mkdtemp(join(tmpdir(), 'rapport container-')), ports: [first, second] };
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((server) => server.stop()));
    expect(await containersIn(plan.dataDir)).toEqual([]);
    await rm(plan.dataDir, { recursive: true });
  });

  async function run(more: Partial<StartPlan> = {}): Promise<LocalServer> {
    const server = await start({ ...plan, ...more });
    started.push(server);
    return server;
  }

  test('starts, stops without a trace, and starts again at the same address', async () => {
    const first = await run();
    expect(await ping(first.url, patientMs)).toBe(true);
    expect(await isRunning(runnerOf(first))).toBe(true);
    await first.stop();
    await first.exited;
    expect(await isRunning(runnerOf(first))).toBe(false);
    expect(await containersIn(plan.dataDir)).toEqual([]);
    const second = await run();
    expect(second.url).toBe(first.url);
    expect(await ping(second.url, patientMs)).toBe(true);
  });

  test('reports its exit when it is killed, and starts again at the same address', async () => {
    const first = await run();
    await first.kill();
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
    const second = await run();
    expect(second.url).toBe(first.url);
  });

  test('does not answer while it is frozen, goes on when it is thawed, and can be stopped while it is frozen', async () => {
    const server = await run();
    await server.freeze();
    expect(await ping(server.url, 300)).toBe(false);
    await server.thaw();
    expect(await ping(server.url, patientMs)).toBe(true);
    await server.freeze();
    await server.freeze();
    await server.stop();
    expect(await isRunning(runnerOf(server))).toBe(false);
  });

  test('takes the place of one that works in its folder', async () => {
    const first = await run();
    const second = await run();
    expect(await isRunning(runnerOf(first))).toBe(false);
    expect(await containersIn(plan.dataDir)).toEqual([second.container]);
    expect(await ping(second.url, patientMs)).toBe(true);
  });

  test('is refused with the port in one sentence where that is taken, and leaves nothing', async () => {
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(plan.ports[0], '127.0.0.1', resolve));
    try {
      await expect(run()).rejects.toThrow(
        new RegExp(`^Port ${plan.ports[0]} of 127.0.0.1 is taken \\(Address already in use\\): [^.]+\\.$`),
      );
    } finally {
      await new Promise((resolve) => squatter.close(resolve));
    }
  });

  test('writes its log into the folder, and its main process is the one of the status', async () => {
    const { pid } = await run();
    expect((await stat(join(plan.dataDir, 'server.log'))).mode & 0o777).toBe(0o600);
    // The main process may lie in a namespace that this process does not see.
    expect(pid === null ? commandLine : await readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain(commandLine);
  });
});

test.each(servers.filter(({ name }) => name !== 'HAProxy'))(
  '$name in a container is reached at its own address alone',
  async ({ start, ping }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rapport container-'));
    const server = await start({ dataDir, ports: [await freePort(), await freePort()], host: '127.0.0.2' });
    try {
      expect(await ping(server.url, patientMs)).toBe(true);
      expect(await ping(server.url.replace('127.0.0.2', '127.0.0.1'), 1_000)).toBe(false);
    } finally {
      await server.stop();
      await rm(dataDir, { recursive: true });
    }
  },
);

async function containersIn(folder: string): Promise<string[]> {
  const engine = await containerEngine();
  const found = await engine.listContainers({ all: true, filters: { label: [`rapport.folder=${folder}`] } });
  return found.map(({ Id }) => Id);
}
