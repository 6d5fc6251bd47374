import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startEdge, type Edge } from './edge.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Ask {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
}

const cleanUps: (() => unknown)[] = [];
const logLines: Record<string, unknown>[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  logLines.length = 0;
});

async function listening(server: Server | TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

interface TestReplica {
  readonly origin: string;
  readonly requests: IncomingMessage[];
  /** Ends it as kill -9 would: every connection at once. */
  kill(): Promise<void>;
}

async function replica(answer: RequestListener, port?: number): Promise<TestReplica> {
  const requests: IncomingMessage[] = [];
  const server = createServer({ keepAliveTimeout: 65_000 }, (req, res) => {
    requests.push(req);
    answer(req, res);
  });
  if (port === undefined) port = await listening(server);
  else await once(server.listen(port, '127.0.0.1'), 'listening');
  const kill = async (): Promise<void> => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    server.closeAllConnections();
    await closed;
  };
  cleanUps.push(kill);
  return { origin: `http://127.0.0.1:${port}`, requests, kill };
}

/** A process that is frozen: the kernel takes its connections, and nothing ever answers. */
async function frozenReplica(): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.pause().on('error', () => undefined));
  });
  const port = await listening(server);
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${port}`;
}

async function unusedOrigin(): Promise<string> {
  const server = createTcpServer();
  const port = await listening(server);
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

async function edgeBefore(
  origins: readonly string[],
  { trusted = [], deadlineMs = 10_000 }: { trusted?: string[]; deadlineMs?: number } = {},
): Promise<Edge> {
  const logger = pino(
    { level: 'debug' },
    { write: (line) => logLines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const config = {
    SERVICE_INSTANCE: 1,
    HOST: '127.0.0.1',
    PORT: 0,
    MANAGEMENT_PORT: 0,
    LOG_LEVEL: 'debug' as const,
    TRACE_SAMPLE_RATIO: 0,
    UPSTREAMS: { 'public-api': [...origins], 'token-service': [...origins] },
    TRUSTED_PROXIES: trusted,
  };
  const edge = await startEdge(config, logger, { deadlineMs });
  cleanUps.push(() => edge.drain());
  return edge;
}

async function ask(
  edge: Edge,
  { method = 'GET', path = '/api/v1/customers', headers = {}, body }: Ask = {},
): Promise<Answer> {
  const req = request({ host: '127.0.0.1', port: edge.port, method, path, headers, agent: false });
  req.end(body);
  const [res] = (await once(req, 'response')) as [IncomingMessage];
  // The answer is there; what is left of a body that nobody wants may find the connection closed.
  req.on('error', () => undefined);
  return { status: res.statusCode ?? 0, headers: res.headers, body: await text(res) };
}

/** What the server writes to a connection on which these bytes arrived, until it closes. */
async function askRaw(edge: Edge, bytes: string): Promise<string> {
  const socket = connect(edge.port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

async function metric(edge: Edge, name: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${edge.managementPort}/metrics`);
  const lines = (await answer.text())
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

function expectUnavailable(answer: Answer): void {
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  const problem = JSON.parse(answer.body) as Record<string, string>;
  expect(problem).toMatchObject({
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    code: 'service_unavailable',
  });
  expect(problem['traceId']).toMatch(/^[0-9a-f]{32}$/);
  expect(answer.headers['traceresponse']).toMatch(new RegExp(`^00-${problem['traceId']}-[0-9a-f]{16}-00$`));
  expect(logLines.map(({ traceId }) => traceId)).toContain(problem['traceId']);
  expect(answer.body).not.toMatch(/ECONN|127\.0\.0\.1|UND_ERR/);
}

test('what is told of a request that nobody answered has no query and no credential', async () => {
  const edge = await edgeBefore([]);
  expectUnavailable(await ask(edge, { path: `/connect/token/rpt_live_${'a'.repeat(49)}?client_secret=b` }));
  expect(logLines.map(({ path }) => path)).toContain('/connect/token/[hidden]');
  expect(JSON.stringify(logLines)).not.toMatch(/rpt_live_|client_secret/);
});

test('path and query reach the service byte for byte, and its answer the caller', async () => {
  const { origin, requests } = await replica((_, res) => {
    res.writeHead(201, 'Created', { location: '/x', etag: '"7"', 'set-cookie': ['a=1', 'b=2'] }).end('{"a":1}');
  });
  const edge = await edgeBefore([origin]);
  const path = '/api/v1/customers/by-external-id/a%2Fb%20c%00?x=%E2%82%AC&&y=+#'.slice(0, -1);
  const answer = await ask(edge, { path });
  expect(requests[0]?.url).toBe(path);
  expect(answer).toMatchObject({
    status: 201,
    body: '{"a":1}',
    headers: { location: '/x', etag: '"7"', 'set-cookie': ['a=1', 'b=2'] },
  });
});

test('an absolute target is answered like its path', async () => {
  const { origin, requests } = await replica((_, res) => res.end('ok'));
  const edge = await edgeBefore([origin]);
  const answer = await askRaw(
    edge,
    'GET http://elsewhere.test/api/v1/x?y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toContain('200 OK');
  expect(requests[0]?.url).toBe('/api/v1/x?y');
});

test('what a stranger says about where the request came from is replaced, and counted', async () => {
  const { origin, requests } = await replica((_, res) => res.end());
  const edge = await edgeBefore([origin]);
  const lies = {
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.test',
    'x-real-ip': '6.6.6.6',
    forwarded: 'for=6.6.6.6',
  };
  await ask(edge, { headers: { ...lies, host: 'api.test' } });
  expect(requests[0]?.headers).toMatchObject({
    host: 'api.test',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'api.test',
    'x-real-ip': '127.0.0.1',
    forwarded: 'for=127.0.0.1;host="api.test";proto=http',
  });
  expect(requests[0]?.rawHeaders.join('\n')).not.toMatch(/6\.6\.6\.6|evil/);
  expect(await metric(edge, 'edge_untrusted_forwarded_total')).toBe(1);
});

test('a proxy of ours is believed, and its own address is appended', async () => {
  const { origin, requests } = await replica((_, res) => res.end());
  const edge = await edgeBefore([origin], { trusted: ['127.0.0.0/8'] });
  await ask(edge, {
    headers: { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'crm.test' },
  });
  expect(requests[0]?.headers).toMatchObject({
    'x-forwarded-for': '198.51.100.7, 127.0.0.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'crm.test',
    'x-real-ip': '198.51.100.7',
  });
  expect(await metric(edge, 'edge_untrusted_forwarded_total')).toBe(0);
});

test('headers of the connection stay on it in both directions; traceparent goes through untouched', async () => {
  const { origin, requests } = await replica((_, res) => {
    res
      .writeHead(200, { connection: 'keep-alive, x-hop', 'x-hop': '1', 'proxy-authenticate': 'Basic', kept: 'yes' })
      .end();
  });
  const edge = await edgeBefore([origin]);
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const answer = await ask(edge, {
    headers: {
      connection: 'x-mine',
      'x-mine': '1',
      te: 'trailers',
      'proxy-authorization': 'x',
      'keep-alive': '5',
      traceparent,
    },
  });
  for (const name of ['x-mine', 'te', 'proxy-authorization', 'keep-alive'])
    expect(requests[0]?.headers[name]).toBeUndefined();
  expect(requests[0]?.headers['traceparent']).toBe(traceparent);
  expect(answer.headers).toMatchObject({ kept: 'yes' });
  expect(answer.headers['x-hop']).toBeUndefined();
  expect(answer.headers['proxy-authenticate']).toBeUndefined();
});

test('replicas take turns, and one that is not there costs no request', async () => {
  const first = await replica((_, res) => res.end('1'));
  const second = await replica((_, res) => res.end('2'));
  const edge = await edgeBefore([first.origin, await unusedOrigin(), second.origin]);
  for (let count = 0; count < 30; count++) {
    const answer = await ask(edge, {
      method: count % 2 === 0 ? 'GET' : 'POST',
      ...(count % 2 === 0 ? {} : { body: `n${count}` }),
    });
    expect(answer.status).toBe(200);
  }
  expect(first.requests.length).toBeGreaterThan(5);
  expect(second.requests.length).toBeGreaterThan(5);
});

test('while no replica is there the answer is a problem with its own trace id, and all is well when one is back', async () => {
  const one = await replica((_, res) => res.end('1'));
  const edge = await edgeBefore([one.origin]);
  expect((await ask(edge)).status).toBe(200);
  await one.kill();
  expectUnavailable(await ask(edge));
  expectUnavailable(await ask(edge, { method: 'POST', body: '{}' }));
  expect(await metric(edge, 'edge_unanswered_total')).toBe(2);
  await replica((_, res) => res.end('back'), Number(new URL(one.origin).port));
  expect(await ask(edge)).toMatchObject({ status: 200, body: 'back' });
  expect(await ask(edge, { method: 'POST', body: '{}' })).toMatchObject({ status: 200, body: 'back' });
});

test('at the token endpoint the problem has the members of OAuth too', async () => {
  const edge = await edgeBefore([await unusedOrigin()]);
  const answer = await ask(edge, { method: 'POST', path: '/connect/token', body: 'grant_type=client_credentials' });
  expectUnavailable(answer);
  expect(answer.headers['content-type']).toBe('application/json');
  const problem = JSON.parse(answer.body) as Record<string, string>;
  expect(problem).toMatchObject({ error: 'temporarily_unavailable', instance: '/connect/token' });
  expect(problem['error_description']).toBe(problem['detail']);
});

describe('where the application API answers, failures of the edge are in its wrapper', () => {
  const path = '/api/v1/auth/get-token-for-develop';

  function expectWrapped(body: string, errorCode: string): void {
    expect(JSON.parse(body)).toEqual({
      isSuccess: false,
      data: null,
      message: expect.stringMatching(/\.$/) as unknown,
      errorCode,
      errors: null,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
    });
  }

  test.each([path, `${path}?x=/connect/token`, '/api/v1/auth', '/api/v1/auth/anything'])(
    'while no replica of %s is there',
    async (target) => {
      const edge = await edgeBefore([await unusedOrigin()]);
      const { status, headers, body } = await ask(edge, { method: 'POST', path: target, body: '{}' });
      expect(status).toBe(503);
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'retry-after': '1' });
      expectWrapped(body, 'service_unavailable');
    },
  );

  test('at the deadline', async () => {
    const edge = await edgeBefore([await frozenReplica()], { deadlineMs: 200 });
    const { status, body } = await ask(edge, { method: 'POST', path, body: '{}' });
    expect(status).toBe(503);
    expectWrapped(body, 'service_unavailable');
  });

  test.each([
    ['no host', `POST ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
    ['no host, in the form for proxies', `POST http://a${path} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
    ['two lengths', `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
    ['headers too long', `POST ${path} HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ])('for a request with %s', async (_, bytes, status) => {
    const answer = await askRaw(await edgeBefore([]), bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain('content-type: application/json\r\n');
    expectWrapped(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'validation_failed');
  });
});

test('a read whose connection dies before an answer is sent again; a write is not', async () => {
  let dies = true;
  const one = await replica((req, res) => {
    if (dies) req.socket.destroy();
    else res.end('alive');
    dies = false;
  });
  const edge = await edgeBefore([one.origin]);
  expect(await ask(edge)).toMatchObject({ status: 200, body: 'alive' });
  expect(one.requests).toHaveLength(2);
  dies = true;
  expectUnavailable(await ask(edge, { method: 'POST', body: '{}' }));
  expect(one.requests).toHaveLength(3);
});

test('a write goes to the next replica when the first could not be connected to, with its body whole', async () => {
  const bodies: string[] = [];
  const one = await replica((req, res) => {
    void text(req).then((body) => {
      bodies.push(body);
      res.end();
    });
  });
  const edge = await edgeBefore([await unusedOrigin(), one.origin]);
  const body = 'x'.repeat(300_000);
  expect((await ask(edge, { method: 'PUT', body })).status).toBe(200);
  expect(bodies).toEqual([body]);
});

test('an answer that breaks off is seen to break off', async () => {
  const { origin } = await replica((_, res) => {
    res.writeHead(200, { 'content-length': '1000' });
    res.write('half', () => res.destroy());
  });
  const edge = await edgeBefore([origin]);
  await expect(ask(edge)).rejects.toThrow(/aborted/);
});

test('a frozen replica is a 503 at the deadline, and the others go first for a while', async () => {
  const alive = await replica((_, res) => res.end('alive'));
  const edge = await edgeBefore([await frozenReplica(), alive.origin], { deadlineMs: 300 });
  const started = performance.now();
  expectUnavailable(await ask(edge));
  expect(performance.now() - started).toBeLessThan(2_000);
  for (let count = 0; count < 6; count++) expect((await ask(edge)).body).toBe('alive');
});

test('a body that a frozen replica does not take is not blamed on the caller', async () => {
  const edge = await edgeBefore([await frozenReplica()], { deadlineMs: 500 });
  expectUnavailable(await ask(edge, { method: 'POST', body: Buffer.alloc(20_000_000) }));
});

test('the deadline ends the request at the service', async () => {
  let ended = false;
  const { origin } = await replica((_, res) => res.on('close', () => (ended = true)));
  const edge = await edgeBefore([origin], { deadlineMs: 200 });
  expectUnavailable(await ask(edge));
  await vi.waitUntil(() => ended);
});

test('a caller that goes away ends the request at the service', async () => {
  let ended = false;
  const { origin, requests } = await replica((_, res) => res.on('close', () => (ended = true)));
  const edge = await edgeBefore([origin]);
  const req = request({ port: edge.port, host: '127.0.0.1', path: '/api', agent: false });
  req.on('error', () => undefined).end();
  await vi.waitUntil(() => requests.length === 1);
  req.destroy();
  await vi.waitUntil(() => ended);
  await vi.waitUntil(async () => (await metric(edge, 'edge_aborted_total')) === 1);
});

test('a caller that goes away in the middle of a body ends the request at the service', async () => {
  let aborted = false;
  const { origin, requests } = await replica((req) => req.on('error', () => (aborted = true)).resume());
  const edge = await edgeBefore([origin]);
  const req = request({
    port: edge.port,
    host: '127.0.0.1',
    method: 'POST',
    agent: false,
    headers: { 'content-length': '100000' },
  });
  req.on('error', () => undefined).write('a beginning');
  await vi.waitUntil(() => requests.length === 1);
  req.destroy();
  await vi.waitUntil(() => aborted);
});

test('a caller that is slow with its body is told so at the deadline', async () => {
  const { origin } = await replica((req) => req.resume());
  const edge = await edgeBefore([origin], { deadlineMs: 200 });
  const answer = await askRaw(edge, 'POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf');
  expect(answer).toContain('HTTP/1.1 408');
  expect(answer).toContain('"code":"validation_failed"');
});

test('big bodies go through whole in both directions, also without a length', async () => {
  const { origin } = await replica((req, res) => req.pipe(res));
  const edge = await edgeBefore([origin]);
  const body = Buffer.alloc(8_000_000, 'abcdefgh');
  const withLength = await ask(edge, { method: 'POST', body, headers: { 'content-length': String(body.length) } });
  expect(withLength.body).toBe(body.toString());
  const chunked = await ask(edge, { method: 'POST', body, headers: { 'transfer-encoding': 'chunked' } });
  expect(chunked.body).toBe(body.toString());
});

test('a caller that does not read holds the service back, instead of filling the memory', async () => {
  let written = 0;
  const chunk = Buffer.alloc(65_536);
  const { origin } = await replica((_, res) => {
    const more = (): void => {
      while (written < 1_000_000_000) {
        written += chunk.length;
        if (!res.write(chunk)) return void res.once('drain', more);
      }
    };
    more();
  });
  const edge = await edgeBefore([origin]);
  const socket = connect(edge.port, '127.0.0.1').pause();
  socket.write('GET /api HTTP/1.1\r\nHost: a\r\n\r\n');
  let before = -1;
  await vi.waitUntil(
    () => {
      const settled = written > 0 && written === before;
      before = written;
      return settled;
    },
    { interval: 300, timeout: 10_000 },
  );
  expect(written).toBeLessThan(50_000_000);
  socket.destroy();
});

test('an early refusal reaches a caller that is still sending, and its connection serves the next request', async () => {
  const { origin } = await replica((req, res) => {
    if (req.method === 'POST') res.writeHead(413).end('too large');
    else res.end('next');
  });
  const edge = await edgeBefore([origin]);
  const body = 'x'.repeat(3_000_000);
  const answer = await askRaw(
    edge,
    `POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}GET /api HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/413 Payload Too Large[^]*too large[^]*200 OK[^]*next/);
});

test('HEAD has no body and keeps the length that the service names', async () => {
  const { origin } = await replica((_, res) => res.writeHead(200, { 'content-length': '1234' }).end());
  const edge = await edgeBefore([origin]);
  expect(await ask(edge, { method: 'HEAD' })).toMatchObject({
    status: 200,
    body: '',
    headers: { 'content-length': '1234' },
  });
});

test('Expect: 100-continue is answered, and the body arrives', async () => {
  const { origin } = await replica((req, res) => req.pipe(res));
  const edge = await edgeBefore([origin]);
  const req = request({
    port: edge.port,
    host: '127.0.0.1',
    method: 'POST',
    agent: false,
    headers: { expect: '100-continue' },
  });
  req.flushHeaders();
  await once(req, 'continue');
  req.end('body');
  const [res] = (await once(req, 'response')) as [IncomingMessage];
  expect(await text(res)).toBe('body');
});

test.each([
  ['nonsense', 'NONSENSE\r\n\r\n', 400],
  ['no host', 'GET /api HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two lengths', 'POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
  [
    'length and chunks',
    'POST /api HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['headers too long', `GET /api HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['a target that is no path', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
])('a request with %s is a problem too', async (_, bytes, status) => {
  const { origin, requests } = await replica((_req, res) => res.end());
  const edge = await edgeBefore([origin]);
  const answer = await askRaw(edge, bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer.toLowerCase()).toContain('content-type: application/problem+json');
  const problem = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
  expect(problem).toMatchObject({ status, code: 'validation_failed', type: 'about:blank' });
  expect(logLines.map(({ traceId }) => traceId)).toContain(problem['traceId']);
  expect(requests).toHaveLength(0);
});

test('draining lets what is under way finish and takes nothing new', async () => {
  let finish: (() => void) | undefined;
  const { origin } = await replica((_, res) => {
    finish = () => res.end('finished');
  });
  const edge = await edgeBefore([origin]);
  const underWay = ask(edge);
  await vi.waitUntil(() => finish !== undefined);
  const drained = edge.drain();
  await expect(ask(edge)).rejects.toThrow(/ECONNREFUSED/);
  expect((await fetch(`http://127.0.0.1:${edge.managementPort}/readyz`)).status).toBe(503);
  finish?.();
  expect(await underWay).toMatchObject({ status: 200, body: 'finished' });
  await drained;
  cleanUps.pop();
});
