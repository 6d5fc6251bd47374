import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePorts, openFilesMax, startHaproxy } from '@rapport/local-servers';
import { listeningPort } from '@rapport/local-servers/listening-port';
import { edgeConfiguration } from '../edge-configuration.ts';
import type { EdgeOptions, Process } from '../edge-options.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Ask {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
  /** The address of this machine from which the request comes. */
  readonly from?: string;
}

export interface Replica extends Process {
  readonly requests: readonly IncomingMessage[];
  /** Ends it as kill -9 would: every connection at once. */
  kill(): Promise<void>;
}

const cleanUps: (() => unknown)[] = [];

/** Ends everything that a test started, the newest first. */
export async function cleanUp(): Promise<void> {
  for (const end of cleanUps.splice(0).reverse()) {
    await end();
  }
}

/** A process that answers in this way and is ready. */
export async function replica(answer: RequestListener, given: Partial<Process> = {}): Promise<Replica> {
  const requests: IncomingMessage[] = [];
  const service = createServer({ keepAliveTimeout: 65_000 }, (req, res) => {
    requests.push(req);
    answer(req, res);
  });
  const management = createServer((_, res) => res.end());
  const port = await listeningPort(service, given.port);
  const managementPort = await listeningPort(management, given.managementPort);
  const kill = async (): Promise<void> => {
    await Promise.all(
      [service, management].map(async (server) => {
        const closed = server.listening ? once(server, 'close') : undefined;
        server.close();
        server.closeAllConnections();
        await closed;
      }),
    );
  };
  cleanUps.push(kill);
  return { host: '127.0.0.1', port, managementPort, requests, kill };
}

/** A frozen process: the kernel takes its connections, and no answer ever comes. */
export async function frozenProcess(): Promise<Process> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.pause().on('error', () => undefined));
  });
  const port = await listeningPort(server);
  cleanUps.push(() => {
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close();
  });
  return { host: '127.0.0.1', port, managementPort: port };
}

/** A process that has gone: nothing listens on its ports. */
export async function goneProcess(): Promise<Process> {
  const [port = 0, managementPort = 0] = await freePorts(2);
  return { host: '127.0.0.1', port, managementPort };
}

export interface Proxy {
  /** Null where it lies in a namespace of processes that this one does not see. */
  readonly pid: number | null;
  readonly port: number;
  readonly managementPort: number;
  /** The lines of its log. */
  log(): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

/**
 * The real proxy with the configuration of the platform, before these processes of every service. Another process may take
 * a free port before the proxy does, so it then begins again with others.
 */
export async function proxyBefore(processes: readonly Process[], more: Partial<EdgeOptions> = {}): Promise<Proxy> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startProxy(processes, more);
    } catch (error) {
      if (attempt === attemptsMax || !String(error).includes('Address already in use')) {
        throw error;
      }
    }
  }
}

const attemptsMax = 3;

async function startProxy(processes: readonly Process[], more: Partial<EdgeOptions>): Promise<Proxy> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rapport-edge-'));
  const [port = 0, managementPort = 0] = await freePorts(2);
  const configuration = edgeConfiguration({
    host: '127.0.0.1',
    port,
    managementPort,
    processes: {
      'public-api': processes,
      'token-service': processes,
      'application-api': processes,
      'subscription-service': processes,
    },
    openFiles: await openFilesMax(),
    ...more,
  });
  const logFile = join(dataDir, 'edge.log');
  const managementUrl = `http://${more.host === '::1' ? '[::1]' : '127.0.0.1'}:${managementPort}`;
  const server = await startHaproxy({ dataDir, configuration, port, managementUrl, logFile });
  const stop = async (): Promise<void> => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  cleanUps.push(stop);
  const log = async (): Promise<Record<string, unknown>[]> => {
    const lines = (await readFile(logFile, 'utf8')).split('\n').filter((line) => line.startsWith('{'));
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  return { pid: server.pid, port, managementPort, log, stop };
}

export async function ask(
  proxy: Proxy,
  { method = 'GET', path = '/api/v1/customers', headers = {}, body, from = '127.0.0.1' }: Ask = {},
): Promise<Answer> {
  const host = from.includes(':') ? '::1' : '127.0.0.1';
  const req = request({ host, port: proxy.port, localAddress: from, method, path, headers, agent: false });
  req.end(body);
  const [res] = (await once(req, 'response')) as [IncomingMessage];
  // The answer has come. The rest of a body that no service reads may find the connection closed.
  req.on('error', () => undefined);
  return { status: res.statusCode ?? 0, headers: res.headers, body: await text(res) };
}

/** All that the proxy writes to a connection after these bytes, until it closes. */
export async function askRaw(proxy: Proxy, bytes: string): Promise<string> {
  const socket = connect(proxy.port, '127.0.0.1');
  socket.write(bytes, 'latin1');
  return text(socket);
}

/** The sum of a metric over all its labels, or over the lines that contain the given label. */
export async function metric(proxy: Proxy, name: string, label = ''): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${proxy.managementPort}/metrics`);
  const lines = (await answer.text()).split('\n').filter((line) => line.startsWith(`${name}{`) && line.includes(label));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
