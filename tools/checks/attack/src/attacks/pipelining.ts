import { once } from 'node:events';
import { closedLoop } from '@rapport/testbed';
import type { Attack } from '../attack.ts';
import { Connections } from './connections.ts';

const requestsPerWrite = 2_000;

/** Attacks that send request after request on one connection and wait for no answer. */
export const pipeliningAttacks: readonly Attack[] = [
  {
    name: 'pipelining',
    title: 'requests without end on one connection',
    run: (target, signal) => pipeline(target, signal, true),
  },
  {
    name: 'pipelining-unread',
    title: 'requests without end on connections whose answers are not read',
    run: (target, signal) => pipeline(target, signal, false),
  },
];

async function pipeline(
  ...[target, signal, reads]: [...Parameters<Attack['run']>, reads: boolean]
): ReturnType<Attack['run']> {
  const connections = new Connections(target, signal);
  const row = Buffer.from('GET /api/v1/customers HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requestsPerWrite));
  let requests = 0;
  const send = async (): Promise<void> => {
    const socket = connections.open();
    if (reads) {
      socket.resume();
    } else {
      socket.pause();
    }
    const closed = once(socket, 'close');
    while (!socket.destroyed && !signal.aborted) {
      requests += requestsPerWrite;
      if (!socket.write(row)) {
        await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
      }
    }
  };
  await closedLoop(send, { underWay: reads ? 1 : 20, signal }).ended;
  return { figures: { ...connections.figures, 'requests written': requests }, contradictions: [] };
}
