import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../until.ts';
import { Caller, outcomeOf } from './caller.ts';
import { Traffic } from './traffic.ts';

let server: Server;
let origin: string;
const sockets = new Set<Socket>();
const callers = new Set<string | undefined>();

beforeAll(async () => {
  server = createServer((req, res) => {
    sockets.add(req.socket);
    callers.add(req.socket.remoteAddress);
    if (req.url === '/cut') {
      req.socket.destroy();
      return;
    }
    const isAway = req.url === '/away';
    res.writeHead(isAway ? 503 : 200).end(isAway ? '{"code": "service_unavailable"}' : 'here');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function asked(path: string) {
  return { origin, method: 'GET', path } as const;
}

test('an ending says what was answered, and that nothing was', async () => {
  const caller = new Caller();
  const endings = [];
  for (const path of ['/', '/away', '/cut']) {
    endings.push(await caller.send(asked(path)));
  }
  expect(endings.map(outcomeOf)).toEqual(['200', '503 service_unavailable', '0']);
  await expect(caller.expect(asked('/away'), 200)).rejects.toThrow('GET /away was answered with 503');
  await caller.close();
});

test.each([
  ['keeps its connection', true, 1],
  ['has a new connection for each request', false, 4],
])('a caller %s', async (_, isKept, expected) => {
  sockets.clear();
  const caller = new Caller({ isKept, connections: 1, from: '127.0.0.31' });
  for (let count = 0; count < 4; count += 1) {
    await caller.expect(asked('/'), 200);
  }
  await caller.close();
  expect(sockets.size).toBe(expected);
  expect(callers).toContain('127.0.0.31');
});

test('traffic goes on until it is stopped, which may happen twice, and gives what ended within a time', async () => {
  const traffic = Traffic.repeat([() => asked('/'), () => asked('/away')], { pauseMs: 1 });
  await until(
    () => traffic.within(0).length > 10,
    5_000,
    () => 'nothing is sent',
  );
  const from = performance.now();
  await traffic.stop();
  await traffic.stop();
  const all = traffic.within(0);
  expect(new Set(all.map(outcomeOf))).toEqual(new Set(['200', '503 service_unavailable']));
  expect(traffic.within(0, from).length + all.filter(({ endedAt }) => endedAt > from).length).toBe(all.length);
  expect(traffic.within(0, Infinity, 'http://elsewhere')).toEqual([]);
  expect(traffic.take()).toEqual(all);
  expect(traffic.take()).toEqual([]);
});
