import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { startTelemetry } from '@rapport/telemetry';
import { expect, test, vi } from 'vitest';
import { openManagement, type Management } from './management.ts';
import { startServing, type Service } from './serve.ts';
import { Shutdown } from './shutdown.ts';

const silent = { write: () => undefined };

interface Running {
  service: Service;
  management: Management;
  closed: string[];
  release: () => void;
  isReady: { value: boolean };
  received: { count: number };
}

/** A service whose one request waits until it is released. */
async function start(): Promise<Running> {
  const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logStream: silent });
  const released = Promise.withResolvers<void>();
  const closed: string[] = [];
  const isReady = { value: true };
  const received = { count: 0 };
  const app: RequestListener = (_req, res) => {
    received.count += 1;
    void released.promise.then(() => res.end('done'));
  };
  const address = { host: '127.0.0.1', port: 0 };
  const management = await openManagement({
    ...address,
    telemetry,
    ready: { database: () => isReady.value, redis: () => true },
    health: () => ({ behind: received.count }),
  });
  const service = await startServing({
    management,
    listeners: [{ ...address, app }],
    drain: () => released.promise.then(() => void closed.push('work')),
    close: { redis: () => void closed.push('redis'), database: () => void closed.push('database') },
  });
  return { service, management, closed, release: released.resolve, isReady, received };
}

async function manage(management: Management, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${management.port}${path}`);
  return { status: response.status, text: await response.text() };
}

const soon = { timeout: 10_000, interval: 5 };

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const refused = await once(socket, 'connect').then(
    () => false,
    () => true,
  );
  socket.destroy();
  return refused;
}

test('a service answers whether it lives, whether it is ready and what it measured', async () => {
  const { service, management, isReady, release } = await start();
  expect(await manage(management, '/healthz')).toEqual({ status: 200, text: '{"status":"alive","behind":0}' });
  expect(await manage(management, '/readyz')).toMatchObject({ status: 200 });
  isReady.value = false;
  const notReady = await manage(management, '/readyz');
  expect(notReady.status).toBe(503);
  expect(JSON.parse(notReady.text)).toMatchObject({ checks: { database: false, redis: true } });
  expect((await manage(management, '/healthz')).status).toBe(200);
  expect((await manage(management, '/metrics')).text).toContain('# EOF');
  expect((await manage(management, '/')).status).toBe(404);
  release();
  await service.stop();
});

test('a service that is stopping is not ready at once, ends its requests and its work, and closes in order', async () => {
  const { service, management, closed, release, received } = await start();
  const running = fetch(`http://127.0.0.1:${service.ports[0]}/`);
  const idle = connect(Number(service.ports[0]), '127.0.0.1');
  idle.on('error', () => undefined);
  await vi.waitUntil(() => !idle.connecting && received.count === 1, soon);
  const stopped = service.stop();
  await vi.waitUntil(async () => (await manage(management, '/readyz')).status === 503, soon);
  expect(closed).toEqual([]);
  await vi.waitUntil(() => isRefused(Number(service.ports[0])), soon);
  release();
  expect(await (await running).text()).toBe('done');
  await stopped;
  expect(closed).toEqual(['work', 'redis', 'database']);
  await expect(manage(management, '/healthz')).rejects.toThrow();
});

test('a service that is stopping asks callers whose connections are in use to open others', async () => {
  const { service, management, release, received } = await start();
  const socket = connect(Number(service.ports[0]), '127.0.0.1');
  let answers = '';
  socket.on('data', (bytes) => (answers += bytes.toString()));
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await vi.waitUntil(() => received.count === 1, soon);
  const stopped = service.stop();
  await vi.waitUntil(async () => (await manage(management, '/readyz')).status === 503, soon);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await vi.waitUntil(() => received.count === 2, soon);
  release();
  await stopped;
  await vi.waitUntil(() => socket.destroyed, soon);
  expect(answers.match(/Connection: \S+/g)).toEqual(['Connection: keep-alive', 'Connection: close']);
  expect(answers.split('done')).toHaveLength(3);
});

test('a request that was on its way on an unused connection when the service began to stop is answered', async () => {
  const { service, management, release } = await start();
  release();
  const socket = connect(Number(service.ports[0]), '127.0.0.1');
  let answers = '';
  socket.on('data', (bytes) => (answers += bytes.toString()));
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await vi.waitUntil(() => answers.includes('done'), soon);
  const stopped = service.stop();
  await vi.waitUntil(async () => (await manage(management, '/readyz')).status === 503, soon);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await stopped;
  expect(answers.match(/Connection: \S+/g)).toEqual(['Connection: keep-alive', 'Connection: close']);
});

test('a phase of the shutdown that fails or hangs keeps no other phase from running', async () => {
  const ran: string[] = [];
  const logged: unknown[] = [];
  const log = (fields: object): void => void logged.push(fields);
  const shutdown = new Shutdown({ debug: log, info: log, warn: log, error: log });
  shutdown.add('first', 100, () => void ran.push('first'));
  shutdown.add('hangs', 20, () => new Promise<never>(() => undefined));
  shutdown.add('fails', 100, () => Promise.reject(new Error('no')));
  shutdown.add('last', 100, () => void ran.push('last'));
  await Promise.all([shutdown.run(), shutdown.run()]);
  expect(ran).toEqual(['last', 'first']);
  expect(logged).toMatchObject([{ phase: 'fails' }, { phase: 'hangs' }]);
});
