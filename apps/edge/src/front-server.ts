import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { times } from '@rapport/config';
import { Exchange, type ExchangeParts } from './exchange.ts';
import { failureAnswer, invalid, type Failure } from './failure.ts';
import { pathOf } from './path-of.ts';
import { valueFor, type PathTable } from './path-table.ts';
import type { Upstream } from './upstream.ts';

export interface FrontParts extends ExchangeParts {
  readonly routes: PathTable<string>;
  readonly upstreams: ReadonlyMap<string, Upstream>;
}

interface ClientError extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
}

const limits = {
  headersTimeout: times.edgeAnswer,
  requestTimeout: times.edgeAnswer,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: times.keepAlive,
  maxHeaderSize: 16_384,
  // Told as our failures are, which Node's own refusal is not.
  requireHostHeader: false,
} as const;

const connectionsMax = 10_000;

/** The server behind the base address: it hands every request to the service that its path belongs to. */
export function createFrontServer(parts: FrontParts): Server {
  const server = createServer(limits);
  server.maxConnections = connectionsMax;
  const onRequest = (req: IncomingMessage, res: ServerResponse): void => {
    if (!server.listening) res.shouldKeepAlive = false;
    const target = originForm(req.url ?? '');
    const upstream = parts.upstreams.get(valueFor(target, parts.routes) ?? '');
    if (req.httpVersion === '1.1' && req.headers.host === undefined) {
      return refuse(parts, { req, res, target, failure: invalid('The header Host is missing.') });
    }
    if (upstream === undefined) return refuse(parts, { req, res, target, failure: invalid('The target is no path.') });
    new Exchange(parts, upstream, { req, res, target }).send();
  };
  server.on('request', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('clientError', (error: ClientError, socket) => onClientError(parts, error, socket));
  return server;
}

/** `GET http://host/path` means `/path`. */
function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const found = /^https?:\/\/[^/?#]*(.*)$/i.exec(url);
  if (found === null) return url;
  const rest = found[1] ?? '';
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function refuse(
  { metrics, logger, failureForms }: FrontParts,
  { req, res, target, failure }: { req: IncomingMessage; res: ServerResponse; target: string; failure: Failure },
): void {
  const answer = failureAnswer(failure, target, failureForms);
  metrics.refused(answer.status);
  logger.warn({ traceId: answer.traceId, path: pathOf(target) }, 'a request was refused');
  res.writeHead(answer.status, answer.headers);
  res.end(answer.body);
  req.resume();
}

/** What could not be read as HTTP at all is told like any other failure, written to the bare socket, which is then closed. */
function onClientError({ metrics, logger, failureForms }: FrontParts, error: ClientError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = failureAnswer(failureOf(error.code), targetOf(error.rawPacket), failureForms);
  metrics.refused(answer.status);
  logger.warn({ traceId: answer.traceId, reason: error.code }, 'a request could not be read');
  const headers = Object.entries({ ...answer.headers, connection: 'close', date: new Date().toUTCString() });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines}\r\n${answer.body}`);
}

const failures: ReadonlyMap<string, Failure> = new Map([
  ['HPE_HEADER_OVERFLOW', invalid('The headers are longer than 16 KiB together.', 431)],
  ['ERR_HTTP_REQUEST_TIMEOUT', invalid('The request did not arrive in time.', 408)],
]);

function failureOf(code: string | undefined): Failure {
  return failures.get(code ?? '') ?? invalid('The request is not valid HTTP/1.1.');
}

/** The path of a request that could not be read, when its first line is still there. */
function targetOf(packet: Buffer | undefined): string {
  const head = packet?.subarray(0, 2_000).toString('latin1') ?? '';
  return /^[A-Z]+ (\/[\x21-\x7e]*) HTTP/.exec(head)?.[1] ?? '/';
}
