import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Attack, Target } from '../attack.ts';
import { ambiguousMessages } from './ambiguous-messages.ts';
import { Connections } from './connections.ts';
import { writeHead } from './holding.ts';

/** Attacks that want a proxy and a service to take the same bytes for different requests. */
export const misleadingAttacks: readonly Attack[] = [
  {
    name: 'bytes-behind-a-body',
    title: 'bytes behind a body whose length was said to be smaller',
    run: (target, signal) =>
      sendAndLook(target, signal, (mark) =>
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
      sendAndLook(target, signal, (mark) => ambiguousMessages(target, (number) => `${mark} ${number}`)),
  },
];

interface Message {
  readonly what: string;
  readonly bytes: string;
}

/**
 * Sends each message on a connection of its own, and counts the answers that say that a customer was created. Then there
 * must be as many customers with its name: no more, which would be writes that were denied, and no fewer.
 */
async function sendAndLook(
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
  const left = [...messages.entries()];
  const send = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined && !signal.aborted; next = left.shift()) {
      const [number, { bytes }] = next;
      const answers = statusesIn(await exchange(connections, bytes));
      for (const status of answers) {
        statuses[`answers ${status}`] = (statuses[`answers ${status}`] ?? 0) + 1;
      }
      created.set(`${mark} ${number}`, answers.filter((status) => status === '201').length);
    }
  };
  await Promise.all(Array.from({ length: atATime }, send));
  sending.abort();
  const found = await customersNamed(target, mark);
  for (const [number, { what }] of messages.entries()) {
    const [told, stored] = [created.get(`${mark} ${number}`) ?? 0, found.get(`${mark} ${number}`) ?? 0];
    if (told !== stored) {
      contradictions.push(`${JSON.stringify(what)}: ${told} answers 201, ${stored} customers`);
    }
  }
  return { figures: { messages: created.size, ...statuses }, contradictions };
}

/** All that comes back until the connection ends, or until nothing has come for a moment. */
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

/** Answers have bodies of JSON, in which no line begins so. */
function statusesIn(heard: string): string[] {
  return [...heard.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status = '']) => status);
}

/** How many customers there are with each name that begins so. */
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
