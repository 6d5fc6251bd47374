import type { Socket } from 'node:net';
import type { Attack, Spoils, Target } from '../attack.ts';
import { Connections } from './connections.ts';

/** Attacks that hold bytes back or connections open. */
export const holdingAttacks: readonly Attack[] = [
  {
    name: 'idle-connections',
    title: '10,000 idle connections from one address',
    run: (target, signal) => keep(target, signal, 10_000, () => undefined),
  },
  {
    name: 'slow-heads',
    title: 'heads of requests that come a byte at a time',
    run: (target, signal) =>
      keep(target, signal, 600, (socket) => {
        const head = `GET /api/v1/customers HTTP/1.1\r\nHost: a\r\nx-slow: ${'y'.repeat(10_000)}`;
        let sent = 0;
        const timer = setInterval(() => socket.write(head[(sent += 1)] ?? 'y'), 500);
        socket.on('close', () => clearInterval(timer));
      }),
  },
  {
    name: 'bodies-held-back-from-the-token-service',
    title: 'bodies that are announced to the token service and do not come',
    run: (target, signal) =>
      keep(target, signal, 600, (socket) => {
        socket.write(
          'POST /connect/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\ngrant_type=',
        );
      }),
  },
  {
    name: 'bodies-held-back-from-the-public-api',
    title: 'long bodies whose first part comes, sent with a token to the public API',
    run: (target, signal) =>
      keep(target, signal, 600, (socket) => {
        socket.write(`${writeHead(target, 500_000)}{"name": "${'x'.repeat(100_000)}`);
      }),
  },
  {
    name: 'answers-not-read',
    title: 'pages that are asked for and not read',
    run: (target, signal) =>
      keep(target, signal, 600, (socket) => {
        socket.pause();
        const ask = `GET /api/v1/customers?pageSize=200 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${target.token}\r\n\r\n`;
        socket.write(ask.repeat(20));
      }),
  },
];

async function keep(
  target: Target,
  signal: AbortSignal,
  count: number,
  begin: (socket: Socket) => void,
): Promise<Spoils> {
  const connections = new Connections(target, signal);
  await connections.keep(Math.min(count, target.connectionsMax), begin);
  return { figures: connections.figures, contradictions: [] };
}

/** The head of a request that creates a customer. */
export function writeHead({ token }: Target, length: number): string {
  return `POST /api/v1/customers HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}
