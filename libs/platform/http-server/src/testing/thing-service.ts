import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '@rapport/kernel';
import { failureFormsByPath } from '@rapport/http-contract/failures';
import { startTelemetry } from '@rapport/telemetry';
import type { Exchange, Guard } from '../exchange.ts';
import { httpApp } from '../http-app.ts';
import { ProcessShares } from '../sharing/process-shares.ts';
import { listen, type Listening } from '../serving/listen.ts';
import { openRoutes, thingContract, thingRoutes } from './thing-contract.ts';

export type Piece = string | Uint8Array;

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export const jsonType = { 'content-type': 'application/json' };

/** A service of things that listens, and sends itself requests byte by byte. */
export class ThingService {
  readonly lines: Record<string, unknown>[] = [];
  readonly fingerprints: string[] = [];
  /** The paths of requests whose guards were asked again behind the body. */
  readonly askedAgain: string[] = [];
  /** The uploads whose handlers wait until they are let go. */
  readonly waiting: (() => void)[] = [];
  /** The things that guards found named in requests. */
  readonly named: unknown[] = [];
  #running: Listening | undefined;

  async start(shares = new ProcessShares()): Promise<void> {
    const logStream = { write: (line: string) => void this.lines.push(JSON.parse(line) as Record<string, unknown>) };
    const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logStream });
    const app = httpApp({
      telemetry,
      shares,
      routes: thingRoutes(this.fingerprints, () => new Promise((resolve) => this.waiting.push(resolve))),
      open: { routes: openRoutes, contextOf: ({ trace }) => ({ trace }) },
      guards: [guardThat(this.named)],
      guardsBehindBody: [guardBehindBody(this.askedAgain)],
      uploaderOf: (exchange) => exchange.header('x-tenant') ?? 'tenant-1',
      failureFormAt: failureFormsByPath(Object.values(thingContract)),
      turnedOff: { paths: ['/api/v1/closed'], detail: 'This is turned off here.' },
      checkResponses: true,
    });
    this.#running = await listen({ host: '127.0.0.1', port: 0 }, app);
  }

  get port(): number {
    return this.#running?.port ?? 0;
  }

  async stop(): Promise<void> {
    await this.#running?.drain(100);
  }

  async ask(method: string, path: string, headers?: Record<string, string>, body?: Piece) {
    const answer = await this.exchange(...requestPieces(method, path, headers, body));
    const text = Buffer.from(answer.text, 'latin1').toString();
    const json = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    return { ...answer, json };
  }

  post(body: Piece, headers: Record<string, string> = jsonType) {
    return this.ask('POST', '/api/v1/things', headers, body);
  }

  /** Sends the body once the guards have let it in, and returns the status of the answer. */
  async postBehindGuards(body: string, headers: Record<string, string> = {}): Promise<number> {
    const length = Buffer.byteLength(body);
    const req = request({
      port: this.port,
      method: 'POST',
      path: '/api/v1/things',
      headers: { ...jsonType, ...headers, 'content-length': length, expect: '100-continue' },
      agent: false,
    });
    req.flushHeaders();
    await once(req, 'continue');
    req.end(body);
    const [res] = (await once(req, 'response')) as [IncomingMessage];
    res.resume();
    return res.statusCode ?? 0;
  }

  /** Sends bytes as they are, and reads until an answer is whole. */
  exchange(...pieces: Piece[]): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      const socket = this.#send(pieces);
      let received = '';
      socket.setEncoding('latin1');
      socket.on('data', (text: string) => {
        received += text;
        const answer = parseAnswer(received);
        if (answer) {
          resolve(answer);
          socket.destroy();
        }
      });
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(received)}`)));
    });
  }

  /** Sends bytes as they are, and reads until the connection ends. */
  exchangeAll(...pieces: Piece[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = this.#send(pieces);
      let received = '';
      socket.on('data', (bytes) => (received += bytes.toString()));
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });
  }

  #send(pieces: readonly Piece[]) {
    const socket = connect(this.port, '127.0.0.1');
    for (const piece of pieces) {
      socket.write(piece);
    }
    return socket;
  }
}

/** The bytes of a request: its head, and its body where it has one. */
export function requestPieces(method: string, path: string, headers: Record<string, string> = {}, body?: Piece) {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: 'x', ...length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return [`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, ...(body === undefined ? [] : [body])];
}

/** Refuses with the code in `x-refuse`, and lets every other request pass. It takes a turn, as one that asks Redis does. */
function guardThat(named: unknown[]): Guard<Exchange> {
  return async (exchange) => {
    await nextTurn();
    named.push(exchange.params['id']);
    exchange.setHeader('ratelimit', '"business";r=1;t=60');
    exchange.note({ tenantId: 'tenant-1', clientId: 'client-1' });
    const refusal = exchange.header('x-refuse');
    if (refusal) {
      throw new AppError(refusal as AppError['code'], 'Refused by the guard.');
    }
    exchange.context = exchange;
  };
}

/** Refuses with the code in `x-refuse-behind-body`. */
function guardBehindBody(askedAgain: string[]): Guard<Exchange> {
  return ({ path, req }) => {
    askedAgain.push(path);
    const refusal = req.headers['x-refuse-behind-body'];
    if (typeof refusal === 'string') {
      throw new AppError(refusal as AppError['code'], 'Refused behind the body.');
    }
  };
}

/** The answer behind any 100, or undefined while it is not whole. */
function parseAnswer(received: string): RawAnswer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0 || received.startsWith('HTTP/1.1 100')) {
    return end < 0 ? undefined : parseAnswer(received.slice(end + 4));
  }
  const [statusLine = '', ...headerLines] = received.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    headerLines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const text = received.slice(end + 4);
  return text.length < Number(headers['content-length'] ?? 0)
    ? undefined
    : { status: Number(statusLine.split(' ')[1]), headers, text };
}
