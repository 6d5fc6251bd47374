import { connect, type Socket } from 'node:net';
import { serviceUnavailable } from '@rapport/kernel';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { ProcessShares } from '../sharing/process-shares.ts';
import { holdUps, placesRead, servedBytes } from '../testing/thing-contract.ts';
import { requestPieces, ThingService } from '../testing/thing-service.ts';

const things = new ThingService();
const sockets: Socket[] = [];
const shares = new ProcessShares();
await things.start(shares);
afterAll(async () => {
  sockets.forEach((socket) => socket.destroy());
  await things.stop();
});
beforeEach(() => [placesRead, holdUps].forEach((each) => each.splice(0)));

const length = 600_000;

async function ask(headers: Record<string, string> = {}, method = 'GET', bytes = length) {
  const answer = await fetch(`http://127.0.0.1:${things.port}/bytes/${bytes}`, { method, headers });
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
}

test('bytes come whole, with their length and their tag, and say that parts are served', async () => {
  const { status, headers, body } = await ask();
  expect([status, body.equals(servedBytes.subarray(0, length))]).toEqual([200, true]);
  expect(Object.fromEntries(headers)).toMatchObject({
    ...{ 'content-type': 'application/octet-stream', 'content-length': '600000', etag: '"600000"' },
    ...{ 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' },
  });
  expect((await ask({}, 'GET', 0)).body).toHaveLength(0);
});

test.each([
  ['bytes=0-299999', 0, 300_000],
  ['bytes=300000-', 300_000, length],
  ['bytes=-5', length - 5, length],
  ['bytes=-900000', 0, length],
  ['bytes=599999-999999', length - 1, length],
  ['bytes=262143-262144', 262_143, 262_145],
])('%s is 206 with that part', async (range, start, end) => {
  const { status, headers, body } = await ask({ range });
  expect([status, headers.get('content-range')]).toEqual([206, `bytes ${start}-${end - 1}/${length}`]);
  expect(body.equals(servedBytes.subarray(start, end))).toBe(true);
});

test.each(['bytes=600000-', 'bytes=-0'])('%s is 416, which says how many bytes there are', async (range) => {
  const { status, headers, body } = await ask({ range });
  expect([status, headers.get('content-range')]).toEqual([416, 'bytes */600000']);
  expect(JSON.parse(body.toString())).toMatchObject({ code: 'range_not_satisfiable' });
});

test.each(['bytes=5-1', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=0-1,5-6', 'bytes 0-1'])(
  'a Range of %s is none, so all comes',
  async (range) => {
    expect((await ask({ range })).status).toBe(200);
  },
);

test('a part is sent where If-Range names these very bytes, else all of them', async () => {
  const range = 'bytes=0-1';
  expect((await ask({ range, 'if-range': '"600000"' })).status).toBe(206);
  for (const other of ['"600001"', 'W/"600000"', 'Sun, 29 Nov 2026 00:00:00 GMT']) {
    expect((await ask({ range, 'if-range': other })).status).toBe(200);
  }
});

test('a caller that has the bytes gets 304, and one that asks for the head alone reads none of them', async () => {
  expect(await ask({ 'if-none-match': '"1", "600000"', range: 'bytes=0-1' })).toMatchObject({ status: 304 });
  const { headers } = await ask({ range: 'bytes=0-1' }, 'HEAD');
  expect(headers.get('content-length')).toBe('600000');
  expect(placesRead).toEqual([]);
  expect((await ask({ accept: 'text/html' })).status).toBe(406);
});

test('a reader that stands still has few pieces read, no slot, and half a megabyte of the memory for answers', async () => {
  const socket = connect(things.port, '127.0.0.1').pause();
  sockets.push(socket);
  socket.write(requestPieces('GET', '/bytes/20000000').join(''));
  await vi.waitUntil(() => placesRead.length > 0);
  const before = await quiet();
  expect(before).toBeLessThan(servedBytes.length / 262_144 / 2);
  expect([shares.answers.bytes, shares.slots.working]).toEqual([524_288, 0]);
  let received = 0;
  socket.on('data', (bytes: Buffer) => (received += bytes.length)).resume();
  await vi.waitUntil(() => received > servedBytes.length);
  await vi.waitUntil(() => shares.answers.bytes === 0);
});

test('a reader that goes away ends the reading, and its memory is free', async () => {
  const socket = connect(things.port, '127.0.0.1').pause();
  socket.write(requestPieces('GET', '/bytes/20000000').join(''));
  await vi.waitUntil(() => shares.answers.bytes > 0);
  const before = await quiet();
  socket.destroy();
  await vi.waitUntil(() => shares.answers.bytes === 0);
  expect(await quiet()).toBe(before);
});

test('a reader that goes away while the first piece is read holds no memory', async () => {
  const goOn = Promise.withResolvers<void>();
  holdUps.push(() => goOn.promise);
  const socket = connect(things.port, '127.0.0.1');
  socket.write(requestPieces('GET', '/bytes/600000').join(''));
  await vi.waitUntil(() => placesRead.length > 0);
  socket.resetAndDestroy();
  await ask({}, 'HEAD');
  goOn.resolve();
  await vi.waitUntil(() => things.lines.some(({ status }) => status === 499));
  expect(shares.answers.bytes).toBe(0);
});

test('bytes that cannot be read now are a failure', async () => {
  holdUps.push(() => Promise.reject(serviceUnavailable('Try again.')));
  const { status, headers } = await ask();
  expect([status, headers.get('retry-after')]).toEqual([503, '1']);
});

/** The number of pieces that were read when no more are. */
async function quiet(): Promise<number> {
  let before = -1;
  await vi.waitUntil(() => before === (before = placesRead.length), { interval: 100, timeout: 10_000 });
  return before;
}
