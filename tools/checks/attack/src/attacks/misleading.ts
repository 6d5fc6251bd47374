import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closedLoop } from '@rapport/testbed';
import type { Attack, Target } from '../attack.ts';
import { ambiguousMessages } from './ambiguous-messages.ts';
import { Connections } from './connections.ts';
import { writeHead } from './holding.ts';

/** Attacks that try to make a proxy and a service read different requests in the same bytes. */
export const misleadingAttacks: readonly Attack[] = [
  {
    name: 'bytes-behind-a-body',
    title: 'bytes behind a body whose length was said to be smaller',
    run: (target, signal) =>
      sendAndCount(target, signal, (mark) =>
        Array.from({ length: 60 }, (_, number) => {
          const body = JSON.stringify({ name: `${mark} ${number}` });
          return {
            what: `${number} bytes behind a body`,
            bytes: `${writeHead(target, body.length)}${body}${'}'.repeat(number)}`,
          };
        }),
      ),
  },
  {
    name: 'request-smuggling',
    title: 'messages in which a second request may hide',
    run: (target, signal) =>
      sendAndCount(target, signal, (mark) => ambiguousMessages(target, (number) => `${mark} ${number}`)),
  },
];

interface Message {
  readonly what: string;
  readonly bytes: string;
}

/**
 * Sends each message on a connection of its own, and counts the answers that report a created customer. As many
 * customers with its name must exist: one more would be a write that an answer denied, one fewer a write that was lost.
 */
async function sendAndCount(
  target: Target,
  signal: AbortSignal,
  messagesOf: (mark: string) => readonly Message[],
): ReturnType<Attack['run']> {
  const mark = `hidden ${randomBytes(8).toString('hex')}`;
  const messages = messagesOf(mark);
  const sending = new AbortController();
  const connections = new Connections(target, sending.signal);
  const contradictions: string[] = [];
  const statuses: Record<string, number> = {};
  const created = new Map<string, number>();
  const send = async (number: number): Promise<void> => {
    const answers = statusesIn(await exchange(connections, messages[number]?.bytes ?? ''));
    for (const status of answers) {
      statuses[`answers ${status}`] = (statuses[`answers ${status}`] ?? 0) + 1;
    }
    created.set(`${mark} ${number}`, answers.filter((status) => status === '201').length);
  };
  await closedLoop(send, { underWay: atATime, count: messages.length, signal }).ended;
  sending.abort();
  const found = await customersNamed(target, mark);
  for (const [number, { what }] of messages.entries()) {
    const [answered, stored] = [created.get(`${mark} ${number}`) ?? 0, found.get(`${mark} ${number}`) ?? 0];
    if (answered !== stored) {
      contradictions.push(`${JSON.stringify(what)}: ${answered} answers 201, ${stored} customers`);
    }
  }
  return { figures: { messages: created.size, ...statuses }, contradictions };
}

/** All bytes that come back until the connection ends, or until none have come for a moment. */
async function exchange(connections: Connections, bytes: string): Promise<string> {
  const socket = connections.open();
  let heard = '';
  socket.setTimeout(silenceMs, () => socket.destroy());
  socket.on('data', (chunk) => (heard += chunk.toString('latin1')));
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return heard;
}

const silenceMs = 5_000;
const atATime = 10;

/** No line of an answer's body, which is JSON, starts like this. */
function statusesIn(heard: string): string[] {
  return [...heard.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status = '']) => status);
}

/** The number of customers of each name with this beginning. */
async function customersNamed({ host, port, token }: Target, mark: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`http://${host}:${port}/api/v1/customers?pageSize=200${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const page = (await answer.json()) as { data: { name: string }[]; nextCursor: string | null };
    for (const { name } of page.data) {
      if (name.startsWith(mark)) {
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return counts;
}
