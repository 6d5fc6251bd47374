import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { usualLimits } from './limits.ts';
import { ask, askRaw, cleanUp, metric, proxyBefore, replica, type Answer, type Proxy } from './testing/proxy.ts';

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

/** Nothing is known of a process that cannot be seen from here. */
async function memoryOf(pid: number | null): Promise<number> {
  if (pid === null) {
    return 0;
  }
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

test('behind a trusted proxy an address has its share of the requests, and other addresses are served', async () => {
  const service = await replica(() => undefined);
  const proxy = await proxyBefore([service], {
    limits: { connectionsPerAddress: 3 },
    trustedProxies: ['127.0.0.0/8'],
  });
  const asking = (caller: string): Promise<Answer> =>
    ask(proxy, { headers: { 'x-forwarded-for': `6.6.6.6, ${caller}` } });
  const held = Array.from({ length: 3 }, () => asking('198.51.100.7'));
  await vi.waitUntil(() => service.requests.length === 3, { timeout: 10_000 });
  expect(await asking('198.51.100.7')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  // Alerts take the second from the first.
  expect(await metric(proxy, 'haproxy_backend_http_responses_total', 'code="5xx"')).toBe(1);
  expect(await metric(proxy, 'haproxy_backend_requests_denied_total')).toBe(1);
  held.push(asking('198.51.100.8'));
  await vi.waitUntil(() => service.requests.length === 4, { timeout: 10_000 });
  await service.kill();
  await Promise.allSettled(held);
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

test('a process gets requests of many addresses while hundreds of answers are not read', async () => {
  const service = await replica((req, res) => {
    res.end(req.url === '/api/large' ? Buffer.alloc(3_000_000) : 'served');
  });
  const proxy = await proxyBefore([service]);
  for (let address = 10; address < 14; address += 1) {
    const from = `127.0.0.${address}`;
    for (const socket of await openedAll(proxy, usualLimits.connectionsPerAddress, from)) {
      socket.pause().write('GET /api/large HTTP/1.1\r\nHost: a\r\n\r\n');
    }
  }
  await vi.waitUntil(() => service.requests.length === 400, { timeout: 20_000 });
  expect(await ask(proxy)).toMatchObject({ status: 200, body: 'served' });
}, 30_000);

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
