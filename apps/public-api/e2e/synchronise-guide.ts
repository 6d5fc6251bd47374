import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** One way to refuse a request, or none where the platform answers it. */
export type Refusal = ((res: ServerResponse) => void) | undefined;

export const rateLimited: Refusal = (res) => res.writeHead(429, later).end('{"code": "rate_limited"}');
export const unavailable: Refusal = (res) => res.writeHead(503, later).end('{"code": "service_unavailable"}');
export const expired: Refusal = (res) => res.writeHead(401, later).end('{"code": "token_expired"}');
export const hungUp: Refusal = (res) => res.destroy();

const later = { 'retry-after': '0', 'content-type': 'application/problem+json' };

/** An address in front of the platform that refuses one request of so many below `/api`, each time in the next way. */
export async function startRefusingFront(
  baseUrl: string,
  { refusals, oneOf }: { readonly refusals: readonly Refusal[]; readonly oneOf: number },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  let count = 0;
  const server = createServer((req, res) => {
    const isCounted = req.url?.startsWith('/api/') === true;
    count += isCounted ? 1 : 0;
    const refuse = isCounted && count % oneOf === 0 ? refusals[(count / oneOf) % refusals.length] : undefined;
    if (refuse) {
      refuse(res);
    } else {
      void forward(baseUrl, req, res);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function forward(baseUrl: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  try {
    const body = await buffer(req);
    const headers = Object.entries(req.headers).filter(([name]) => !ownHeaders.has(name)) as [string, string][];
    const answer = await fetch(baseUrl + (req.url ?? ''), {
      method: req.method ?? 'GET',
      headers,
      ...(body.length > 0 && { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    res.writeHead(answer.status, Object.fromEntries([...answer.headers].filter(([name]) => !ownHeaders.has(name))));
    res.end(bytes);
  } catch {
    res.destroy();
  }
}

/** The headers of a connection, which end with it. */
const ownHeaders = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'expect']);
