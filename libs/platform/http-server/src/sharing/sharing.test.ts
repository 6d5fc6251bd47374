import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { requestPieces, jsonType, ThingService } from '../testing/thing-service.ts';
import { RequestSlots, usualSlots } from './request-slots.ts';
import { ProcessShares } from './process-shares.ts';
import { SharedMemory } from './shared-memory.ts';

const oneSlot = { ...usualSlots, usual: 1, crowded: 0, waitMs: 200 };
const bytesMax = 10_000;

const things = new ThingService();
const sockets: Socket[] = [];

afterEach(async () => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  await things.stop();
});

/** A create of which the last bytes are still to come. */
function begun(from: string, length: number): { readonly socket: Socket; readonly rest: string } {
  const body = JSON.stringify({ name: 'x' }).padEnd(length);
  const [head = ''] = requestPieces(
    'POST',
    '/api/v1/things',
    { ...jsonType, 'x-real-ip': from, connection: 'close' },
    body,
  );
  const socket = connect(things.port, '127.0.0.1');
  sockets.push(socket);
  socket.write(head);
  socket.write(body.slice(0, -10));
  return { socket, rest: body.slice(-10) };
}

test('a body that is on its way has no slot, and gets one when it is there', async () => {
  const bodies = new SharedMemory(bytesMax);
  await things.start(new ProcessShares(new RequestSlots(oneSlot), bodies));
  const { socket, rest } = begun('192.0.2.1', 1_000);
  await vi.waitUntil(() => bodies.bytes === 990);
  expect((await things.post('{"name": "y"}')).status).toBe(201);
  socket.write(rest);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
  expect(bodies.bytes).toBe(0);
});

test('where bodies have no memory left, the address that holds most of it is refused, and the others are not', async () => {
  const bodies = new SharedMemory(bytesMax);
  await things.start(new ProcessShares(new RequestSlots(), bodies));
  const others = [begun('192.0.2.1', 2_000), begun('192.0.2.2', 2_000)];
  await vi.waitUntil(() => bodies.bytes === 3_980);
  const first = begun('192.0.2.3', 3_000);
  await vi.waitUntil(() => bodies.bytes === 6_970);
  const second = begun('192.0.2.3', 4_000);
  expect(await text(second.socket)).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1[^]*service_unavailable/i);
  for (const { socket, rest } of [...others, first]) {
    socket.write(rest);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /);
  }
});
