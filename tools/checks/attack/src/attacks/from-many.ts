import { setTimeout as delay } from 'node:timers/promises';
import type { Socket } from 'node:net';
import type { Attack, Spoils, Target } from '../attack.ts';
import { Connections } from './connections.ts';
import { writeHead } from './holding.ts';

/** The attacks of twenty addresses together that keep to the share of each. */
export const attacksFromMany: readonly Attack[] = [
  {
    name: 'unread-answers',
    title: 'the document and pages of long records are asked for from twenty addresses and not read',
    run: (target, signal) =>
      keepFromMany(target, signal, (socket, number) => {
        socket.pause();
        socket.write(number % 4 === 0 ? askForDocument : askForPage(target));
      }),
  },
  {
    name: 'slow-large-bodies',
    title: 'bodies of a megabyte come from twenty addresses at the least rate that is taken',
    run: (target, signal) =>
      keepFromMany(target, signal, (socket) => {
        socket.write(`${writeHead(target, 1_000_000)}{"name": "${'x'.repeat(70_000)}`);
        const timer = setInterval(() => socket.write('x'.repeat(4_500)), 500);
        socket.on('close', () => clearInterval(timer));
      }),
  },
];

const addresses = 20;
const connectionsOfEach = 20;
const askForDocument = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';

function askForPage({ token }: Target): string {
  return `GET /api/v1/customers?pageSize=200 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`;
}

async function keepFromMany(
  target: Target,
  signal: AbortSignal,
  begin: (socket: Socket, number: number) => void,
): Promise<Spoils> {
  const all = Array.from(
    { length: addresses },
    (_, number) => new Connections({ ...target, from: `127.0.1.${number + 1}` }, signal),
  );
  await Promise.all(
    all.map(async (connections, number) => {
      await delay(number * 20);
      await connections.keep(connectionsOfEach, (socket) => begin(socket, number));
    }),
  );
  const figures: Record<string, number> = {};
  for (const [figure, count] of all.flatMap((connections) => Object.entries(connections.figures))) {
    figures[figure] = (figures[figure] ?? 0) + count;
  }
  return { figures, contradictions: [] };
}
