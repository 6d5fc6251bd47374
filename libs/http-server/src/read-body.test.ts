import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { CallerGone, readBody } from './read-body.ts';

const cleanUps: (() => void)[] = [];

afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

/** A request whose body is still on its way. */
async function receive(head: string): Promise<{ req: IncomingMessage; res: ServerResponse; socket: Socket }> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  cleanUps.push(
    () => void server.close(),
    () => socket.destroy(),
  );
  socket.write(head);
  const [req, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  return { req, res, socket };
}

const tenBytes = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n';

test('a body that does not arrive in time is waited for no longer', async () => {
  const { req, res } = await receive(`${tenBytes}abc`);
  await expect(readBody(req, res, { bytesMax: 100, deadlineMs: 20 })).rejects.toThrow(CallerGone);
});

test('a caller who goes away in the middle is noticed', async () => {
  const { req, res, socket } = await receive(`${tenBytes}abc`);
  const reading = readBody(req, res, { bytesMax: 100, deadlineMs: 5_000 });
  socket.destroy();
  await expect(reading).rejects.toThrow(CallerGone);
  await expect(readBody(req, res, { bytesMax: 100, deadlineMs: 5_000 })).rejects.toThrow(CallerGone);
});

test('a body in pieces is one body, and leaves no listener behind', async () => {
  const { req, res, socket } = await receive(`${tenBytes}abc`);
  const before = req.listenerCount('close');
  const reading = readBody(req, res, { bytesMax: 10, deadlineMs: 5_000 });
  socket.write('defghij');
  expect((await reading).toString()).toBe('abcdefghij');
  expect([req.listenerCount('data'), req.listenerCount('close')]).toEqual([0, before]);
});

test('a body in chunks is measured while it comes', async () => {
  const { req, res } = await receive(
    'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nb\r\n01234567890\r\n',
  );
  await expect(readBody(req, res, { bytesMax: 10, deadlineMs: 5_000 })).rejects.toMatchObject({
    code: 'payload_too_large',
  });
});
