import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A request that came to the proxy, and what became of it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly atMs: number;
  readonly fate: Fate;
  readonly isKeyed: boolean;
}

export type Fate = 'passed' | 'request lost' | 'answer lost' | 'delayed' | 429 | 500 | 503;

export interface ProxyOptions {
  readonly target: string;
  /** The fate of the request with this number. */
  readonly fate: (number: number, path: string) => Fate;
  /** The seconds of Retry-After. */
  readonly retryAfter?: number;
  /** Headers that do not reach the platform. */
  readonly without?: readonly string[];
  /** The life of each token as the client is told it. */
  readonly tokenSeconds?: number;
}

/** Stands before a platform, and treats requests as a bad network does. */
export class LosingProxy {
  readonly origin: string;
  readonly seen: SeenRequest[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(options: ProxyOptions): Promise<LosingProxy> {
    const server = createServer((request, response) => {
      proxy.#treat(options, request, response).catch(() => request.socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new LosingProxy(server);
    return proxy;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  async #treat(options: ProxyOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const fate = options.fate(this.seen.length, path);
    this.seen.push({ method, path, atMs: performance.now(), fate, isKeyed: 'idempotency-key' in request.headers });
    const body = Buffer.concat(await request.toArray());
    if (fate === 'request lost') {
      request.socket.destroy();
    } else if (typeof fate === 'number') {
      const headers = { 'retry-after': String(options.retryAfter ?? 0), 'content-type': 'application/problem+json' };
      response.writeHead(fate, headers).end(JSON.stringify({ code: codes[fate], status: fate, detail: 'The proxy.' }));
    } else {
      const answer = await forwarded(options, request, body);
      await (fate === 'delayed' ? delay(100) : undefined);
      if (fate === 'answer lost') {
        request.socket.destroy();
      } else {
        response.writeHead(answer.status, headersOf(answer)).end(shown(await answer.text(), options));
      }
    }
  }
}

/** Numbers from 0 to 1, the same for each run with one seed. */
export function drawnFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Three requests in ten have a fate, drawn from the seed. */
export function badWeather(seed: number): (number: number) => Fate {
  const fates: readonly Fate[] = ['request lost', 'answer lost', 'delayed', 429, 500, 503];
  const draw = drawnFrom(seed);
  return () => (draw() < 0.3 ? (fates[Math.floor(draw() * fates.length)] ?? 'passed') : 'passed');
}

const codes = { 429: 'rate_limit_exceeded', 500: 'internal_error', 503: 'service_unavailable' } as const;

function forwarded({ target, without = [] }: ProxyOptions, request: IncomingMessage, body: Buffer): Promise<Response> {
  const left = ['host', 'connection', 'content-length', ...without];
  const headers = Object.entries(request.headers).filter(([name]) => !left.includes(name));
  return fetch(target + (request.url ?? '/'), {
    method: request.method ?? 'GET',
    headers: headers as [string, string][],
    redirect: 'manual',
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}

function shown(text: string, { tokenSeconds }: ProxyOptions): string {
  return tokenSeconds === undefined ? text : text.replace(/"expires_in":\d+/, `"expires_in":${tokenSeconds}`);
}

function headersOf({ headers }: Response): Record<string, string> {
  const left = ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive'];
  return Object.fromEntries([...headers].filter(([name]) => !left.includes(name)));
}
