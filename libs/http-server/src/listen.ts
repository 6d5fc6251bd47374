import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { times } from '@rapport/config';

export interface Address {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface Listening {
  readonly port: number;
  /** Takes no more connections and lets running requests end; whoever is not done by then is cut off. */
  drain(timeoutMs: number): Promise<void>;
}

export async function listen({ host, port }: Address, app: RequestListener): Promise<Listening> {
  const server = createServer(
    {
      keepAliveTimeout: times.keepAlive,
      headersTimeout: times.requestHead,
      requestTimeout: times.requestHead + times.requestBody,
      connectionsCheckingInterval: 2_000,
      noDelay: true,
    },
    app,
  );
  // Whoever waits for leave to send a body gets it when the body is read, and not before the guards have looked.
  server.on('checkContinue', app);
  server.listen(port, host);
  await once(server, 'listening');
  return { port: portOf(server), drain: (timeoutMs) => drain(server, timeoutMs) };
}

const idleCheckMs = 50;

async function drain(server: Server, timeoutMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A connection that becomes idle after its last answer would be kept open for the next one.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const late = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

function portOf(server: Server): number {
  // A server that listens on TCP has this form of address.
  return (server.address() as AddressInfo).port;
}
