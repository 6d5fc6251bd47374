import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { usualLimits } from './limits.ts';
import { ask, askRaw, cleanUp, metric, proxyBefore, replica, type Proxy } from './testing/proxy.ts';

const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) {
    socket.destroy();
  }
  await cleanUp();
});

/** A connection that the caller keeps until the end of the test. */
function begun(proxy: Proxy, from: string): Socket {
  const socket = connect({ port: proxy.port, host: '127.0.0.1', localAddress: from });
  sockets.push(socket.on('error', () => undefined));
  return socket;
}

async function opened(proxy: Proxy, from: string): Promise<Socket> {
  const socket = begun(proxy, from);
  await once(socket, 'connect');
  return socket;
}

async function openedAll(proxy: Proxy, count: number, from: string): Promise<Socket[]> {
  return Promise.all(Array.from({ length: count }, () => opened(proxy, from)));
}

async function memoryOf(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}

test('requests of a connection are served one after the other, and an endless row of them fills no memory', async () => {
  let running = 0;
  let most = 0;
  const service = await replica((_, res) => {
    most = Math.max(most, (running += 1));
    setTimeout(() => {
      running -= 1;
      res.end('x');
    }, 5);
  });
  const proxy = await proxyBefore([service]);
  const socket = await opened(proxy, '127.0.0.1');
  socket.resume();
  const row = 'GET /api HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000);
  for (let count = 0; count < 100; count++) {
    socket.write(row);
  }
  await vi.waitUntil(() => service.requests.length > 100, { timeout: 10_000 });
  expect(most).toBe(1);
  expect(await memoryOf(proxy.pid)).toBeLessThan(64_000_000);
});

test('an address gets no more than its share of the connections, and other addresses are served meanwhile', async () => {
  const service = await replica((_, res) => res.end('served'));
  const proxy = await proxyBefore([service]);
  const mine = Array.from({ length: usualLimits.connectionsPerAddress + 300 }, () => begun(proxy, '127.0.0.2'));
  await vi.waitUntil(() => mine.filter(({ destroyed }) => destroyed).length === 300, { timeout: 10_000 });
  expect(await ask(proxy, { from: '127.0.0.3' })).toMatchObject({ body: 'served' });
  await expect(ask(proxy, { from: '127.0.0.2' })).rejects.toThrow();
  expect(await metric(proxy, 'haproxy_frontend_denied_connections_total', 'address')).toBeGreaterThan(0);
  for (const socket of mine) {
    socket.destroy();
  }
  await vi.waitUntil(async () => (await ask(proxy, { from: '127.0.0.2' }).catch(() => undefined))?.body === 'served', {
    timeout: 10_000,
  });
});

test('the connections of a trusted proxy are not counted, because it has those of all its callers', async () => {
  const service = await replica((_, res) => res.end('served'));
  const proxy = await proxyBefore([service], { trustedProxies: ['127.0.0.2/32'] });
  await openedAll(proxy, usualLimits.connectionsPerAddress + 50, '127.0.0.2');
  expect(await ask(proxy, { from: '127.0.0.2' })).toMatchObject({ body: 'served' });
});

test('requests behind a trusted proxy are counted for the caller that it names', async () => {
  const service = await replica(() => undefined);
  const limits = { requestsPerAddress: 3, requestsPerProcess: { usual: 100, crowded: 1 } };
  const proxy = await proxyBefore([service], { limits, trustedProxies: ['127.0.0.0/8'] });
  const asking = (caller: string): void =>
    void ask(proxy, { headers: { 'x-forwarded-for': `6.6.6.6, ${caller}` } }).catch(() => undefined);
  Array.from({ length: 10 }, () => asking('198.51.100.7'));
  await vi.waitUntil(() => service.requests.length === 4, { timeout: 10_000 });
  asking('198.51.100.8');
  await vi.waitUntil(() => service.requests.length === 5, { timeout: 10_000 });
  expect(await metric(proxy, 'haproxy_backend_current_queue', 'crowded')).toBe(6);
});

test('a caller that holds its body back holds no process, and gets 408 in the form of the path', async () => {
  const service = await replica((_, res) => res.end('served'));
  const proxy = await proxyBefore([service], { requestMs: 500 });
  const head = 'POST /connect/token HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 60000\r\n\r\n';
  const answer = await askRaw(proxy, `${head}${'x'.repeat(50_000)}`);
  expect(service.requests).toHaveLength(0);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"error":"invalid_request"');
  expect(answer).toContain('The request did not arrive in time.');
});

test('a caller that holds its head back gets 408, and its connection ends', async () => {
  const proxy = await proxyBefore([await replica((_, res) => res.end())], { requestMs: 300 });
  expect(await askRaw(proxy, 'GET /api HTTP/1.1\r\nHo')).toMatch(/^HTTP\/1\.1 408 /);
});

test('a request that does not fit into the queue gets 503 at once, and one that waits too long gets it too', async () => {
  const service = await replica(() => undefined);
  const limits = { requestsPerAddress: 1_000, requestsPerProcess: { usual: 30, crowded: 1 }, waitingRequests: 20 };
  const proxy = await proxyBefore([service], { limits, answerMs: 20_000 });
  const request = 'GET /api HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const occupied = await openedAll(proxy, limits.requestsPerProcess.usual, '127.0.0.1');
  for (const socket of occupied) {
    socket.write(request);
  }
  await vi.waitUntil(() => service.requests.length === limits.requestsPerProcess.usual, { timeout: 10_000 });
  const waiting = await openedAll(proxy, limits.waitingRequests, '127.0.0.1');
  let waitedTooLong = 0;
  const answers = waiting.map((socket) => {
    socket.write(request);
    return text(socket).finally(() => (waitedTooLong += 1));
  });
  await vi.waitUntil(
    async () =>
      (await metric(proxy, 'haproxy_backend_current_queue', '"public-api.problem"')) === limits.waitingRequests,
    { timeout: 10_000 },
  );
  const refused = await ask(proxy);
  expect(waitedTooLong).toBe(0);
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*service_unavailable/);
  }
  expect(service.requests).toHaveLength(limits.requestsPerProcess.usual);
}, 30_000);

test('the requests of a crowded address wait in a lane of their own, and those of other addresses do not', async () => {
  const crowded = '127.0.0.2';
  const underWay = new Set<ServerResponse>();
  let isHeld = true;
  let most = 0;
  const serve = (res: ServerResponse): void => {
    underWay.delete(res);
    res.end('served');
  };
  const service = await replica((req, res) => {
    if (req.headers['x-real-ip'] === crowded) {
      underWay.add(res);
      most = Math.max(most, underWay.size);
    }
    if (!underWay.has(res) || !isHeld) {
      serve(res);
    }
  });
  const limits = { requestsPerAddress: 5, requestsPerProcess: { usual: 256, crowded: 10 } };
  const proxy = await proxyBefore([service], { limits });
  const crowd = Promise.all(Array.from({ length: 80 }, () => ask(proxy, { from: crowded })));
  await vi.waitUntil(() => service.requests.length >= 15, { timeout: 10_000 });
  const path = '/connect/token';
  expect(await Promise.all([ask(proxy, { from: '127.0.0.3' }), ask(proxy, { from: '127.0.0.3', path })])).toMatchObject(
    [{ body: 'served' }, { body: 'served' }],
  );
  isHeld = false;
  underWay.forEach(serve);
  for (const answer of await crowd) {
    expect(answer).toMatchObject({ status: 200, body: 'served' });
  }
  expect(most).toBe(15);
});

test('a body longer than the buffer and a large answer are bounded by silence, not by their length', async () => {
  const service = await replica((req, res) => {
    req.resume().on('end', () => res.end(Buffer.alloc(400_000)));
  });
  const proxy = await proxyBefore([service], { answerMs: 2_000, requestMs: 2_000 });
  const socket = await opened(proxy, '127.0.0.1');
  socket.write('POST /api HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n');
  socket.write(Buffer.alloc(70_000));
  for (let count = 0; count < 12; count++) {
    await delay(200);
    socket.write(Buffer.alloc(2_500));
  }
  let length = 0;
  for await (const chunk of socket) {
    length += (chunk as Buffer).length;
    await delay(400);
  }
  expect(length).toBeGreaterThan(400_000);
});

test('a draining proxy lets the requests under way finish and takes no new ones', async () => {
  let finish: (() => void) | undefined;
  const service = await replica((req, res) => {
    if (req.url === '/slow') {
      finish = () => res.end('finished');
    } else {
      res.end();
    }
  });
  const proxy = await proxyBefore([service]);
  const idle = await opened(proxy, '127.0.0.1');
  const underWay = ask(proxy, { path: '/slow' });
  await vi.waitUntil(() => finish !== undefined, { timeout: 10_000 });
  const stopped = proxy.stop();
  await vi.waitUntil(
    async () =>
      ask(proxy).then(
        () => false,
        () => true,
      ),
    { timeout: 10_000 },
  );
  await once(idle.resume(), 'close');
  finish?.();
  expect(await underWay).toMatchObject({ status: 200, body: 'finished' });
  await stopped;
});
