import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listeningPort } from '@rapport/local-servers/listening-port';
import { afterEach, expect, test } from 'vitest';
import { SharedMemory } from '../sharing/shared-memory.ts';
import { CallerGone, readBody } from './read-body.ts';

const held = new SharedMemory(1_000_000).hold({ address: '127.0.0.1', tenant: '' });

const cleanUps: (() => void)[] = [];

afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

interface Received {
  readonly server: Server;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly socket: Socket;
}

/** A request whose body is still on its way. */
async function receive(head: string): Promise<Received> {
  const server = createServer();
  const socket = connect(await listeningPort(server), '127.0.0.1').on('error', () => undefined);
  cleanUps.push(
    () => void server.close(),
    () => socket.destroy(),
  );
  socket.write(head);
  const [req, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  return { server, req, res, socket };
}

const tenBytes = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n';

test('reading ends without a body that does not arrive in time', async () => {
  const { req, res } = await receive(`${tenBytes}abc`);
  await expect(readBody(req, res, { bytesMax: 100, behindMs: 20, held })).rejects.toThrow(CallerGone);
});

test('a body may take long while it keeps to the least rate', async () => {
  const { req, res, socket } = await receive('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 20000\r\n\r\nabc');
  const reading = readBody(req, res, { bytesMax: 20_000, behindMs: 1_000, held });
  for (let sent = 3; sent < 20_000; sent += 2_000) {
    await delay(150);
    socket.write('x'.repeat(Math.min(2_000, 20_000 - sent)));
  }
  expect(await reading).toHaveLength(20_000);
});

test('reading ends without a body that comes byte by byte', async () => {
  const { req, res, socket } = await receive('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nabc');
  const dripping = setInterval(() => socket.write('x'), 10);
  await expect(readBody(req, res, { bytesMax: 2_000, behindMs: 100, held })).rejects.toThrow(CallerGone);
  clearInterval(dripping);
});

test('reading ends when the caller goes away in the middle of the body', async () => {
  const { req, res, socket } = await receive(`${tenBytes}abc`);
  const reading = readBody(req, res, { bytesMax: 100, behindMs: 5_000, held });
  socket.destroy();
  await expect(reading).rejects.toThrow(CallerGone);
  await expect(readBody(req, res, { bytesMax: 100, behindMs: 5_000, held })).rejects.toThrow(CallerGone);
});

test('a body in pieces is read as one, and reading leaves no listener behind', async () => {
  const { req, res, socket } = await receive(`${tenBytes}abc`);
  const before = req.listenerCount('close');
  const reading = readBody(req, res, { bytesMax: 10, behindMs: 5_000, held });
  socket.write('defghij');
  expect((await reading).toString()).toBe('abcdefghij');
  expect([req.listenerCount('data'), req.listenerCount('close')]).toEqual([0, before]);
});

test('a body in chunks is refused as soon as it is too large', async () => {
  const { req, res } = await receive(
    'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nb\r\n01234567890\r\n',
  );
  await expect(readBody(req, res, { bytesMax: 10, behindMs: 5_000, held })).rejects.toMatchObject({
    code: 'payload_too_large',
  });
});

/** A request whose body has arrived whole. */
async function receiveWhole(text: string): Promise<Received> {
  const received = await receive(text);
  await expect.poll(() => received.req.complete, { timeout: 10_000 }).toBe(true);
  return received;
}

test('a body that is there already is read as it is, and its connection takes the next request', async () => {
  const { server, req, res, socket } = await receiveWhole(`${tenBytes}abcdefghij`);
  expect((await readBody(req, res, { bytesMax: 10, behindMs: 20, held })).toString()).toBe('abcdefghij');
  res.end('first');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(server, 'request');
});

test('a body that is there already is refused where it is too large, and read where it is empty', async () => {
  const chunked = 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n';
  const large = await receiveWhole(`${chunked}b\r\n01234567890\r\n0\r\n\r\n`);
  await expect(readBody(large.req, large.res, { bytesMax: 10, behindMs: 20, held })).rejects.toMatchObject({
    code: 'payload_too_large',
  });
  const empty = await receiveWhole(`${chunked}0\r\n\r\n`);
  expect(await readBody(empty.req, empty.res, { bytesMax: 10, behindMs: 20, held })).toHaveLength(0);
});
