import type { ServerResponse } from 'node:http';
import {
  headersOfEveryAnswer,
  RawJson,
  succeeded,
  type Answer,
  type HeaderOfEveryAnswer,
  type KeptBody,
  type KeptBytes,
} from '@rapport/http-contract';
import type { Exchange } from '../exchange.ts';
import { drainBody, hasUnreadBody } from '../receiving/drain-body.ts';
import { resultContentType } from './result-media-type.ts';

/** Writes a handler's answer, and returns the status. A caller that knows this state of the record already gets 304. */
export function sendAnswer(exchange: Exchange, answer: Answer): number {
  const kept = answer.kept && keptFor(exchange, answer.kept);
  const etag = kept?.etag ?? answer.headers?.['etag'];
  const isRead = isConditional(exchange);
  const headers = [...exchange.answerHeaders];
  if (answer.headers?.['cache-control'] === undefined) {
    headers.push('cache-control', etag !== undefined && isRead ? 'private, no-cache' : 'no-store');
  }
  for (const name in answer.headers) {
    const value = name === 'etag' ? etag : answer.headers[name];
    if (value !== undefined) {
      headers.push(name, value);
    }
  }
  for (const cookie of answer.cookies ?? []) {
    headers.push('set-cookie', cookie);
  }
  if (kept) {
    headers.push('vary', 'accept-encoding');
  }
  if (etag !== undefined && isRead && isKnown(exchange, etag)) {
    return send(exchange, 304, headers, undefined);
  }
  return sendBody(exchange, answer, headers, kept);
}

function sendBody(exchange: Exchange, { status, body }: Answer, headers: string[], kept?: Representation): number {
  if (body === undefined) {
    return send(exchange, status, headers, undefined);
  }
  if (exchange.endpoint.envelope && !exchange.endpoint.page) {
    headers.push('content-type', resultContentType(exchange.header('accept')));
    if (RawJson.is(body)) {
      return send(exchange, status, headers, wrapped(body.text, exchange.trace.traceId), body.encoding);
    }
    return send(exchange, status, headers, JSON.stringify(succeeded(body, exchange.trace.traceId)));
  }
  const { mediaType } = exchange.endpoint.success;
  const isText = mediaType !== undefined && typeof body === 'string';
  headers.push('content-type', isText ? `${mediaType}; charset=utf-8` : 'application/json');
  if (kept) {
    headers.push(...(kept.encoding === null ? [] : ['content-encoding', kept.encoding]));
    return send(exchange, status, headers, kept.bytes);
  }
  if (isText) {
    return send(exchange, status, headers, body);
  }
  return RawJson.is(body)
    ? send(exchange, status, headers, body.text, body.encoding)
    : send(exchange, status, headers, JSON.stringify(body));
}

interface Representation extends KeptBytes {
  readonly encoding: 'gzip' | null;
}

/** Compressed for callers that say that they take it: many programs that say nothing cannot read it. */
function keptFor(exchange: Exchange, { plain, gzip }: KeptBody): Representation {
  const asked = /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i.exec(exchange.header('accept-encoding') ?? '');
  return asked && Number(asked[1] ?? 1) > 0 ? { ...gzip, encoding: 'gzip' } : { ...plain, encoding: null };
}

/** The wrapper around data that already is JSON text. */
function wrapped(text: string, traceId: string): string {
  return `{"isSuccess":true,"data":${text},"message":null,"errorCode":null,"errors":null,"traceId":"${traceId}"}`;
}

/** Whether `If-None-Match` counts: the application API does not look at it. */
function isConditional({ req, endpoint }: Exchange): boolean {
  return endpoint.envelope === undefined && (req.method === 'GET' || req.method === 'HEAD');
}

/** Writes an answer in one piece, so that it leaves in one packet. */
export function send(
  exchange: Exchange,
  status: number,
  headers: string[],
  text: string | Buffer | undefined,
  encoding: 'utf8' | 'latin1' = 'utf8',
): number {
  if (text === undefined) {
    if (status === 200) {
      // Without it Node sends an empty body in chunks.
      headers.push('content-length', '0');
    }
    return sendHead(exchange, status, headers, (res) => res.end());
  }
  headers.push('content-length', String(Buffer.byteLength(text, encoding)));
  return sendHead(exchange, status, headers, (res) => res.end(text, encoding));
}

/** Writes the head of an answer with what every answer says, and what comes behind it. */
export function sendHead(
  exchange: Exchange,
  status: number,
  headers: string[],
  sendRest: (res: ServerResponse) => void,
): number {
  const { req, res } = exchange;
  for (const name of headersOfEveryAnswer) {
    headers.push(name, valueOf[name](exchange));
  }
  headers.push('x-content-type-options', 'nosniff');
  const isUnread = hasUnreadBody(req);
  if (isUnread && req.headers.expect !== undefined) {
    // The caller got no leave to send its body, so the body may or may not follow on this connection.
    headers.push('connection', 'close');
  }
  sendRest(res.writeHead(status, headers));
  if (isUnread) {
    drainBody(req);
  }
  return status;
}

const valueOf: Readonly<Record<HeaderOfEveryAnswer, (exchange: Exchange) => string>> = {
  traceresponse: ({ trace }) => trace.traceresponse,
};

/** Whether the caller has it already. Tags are compared weakly, as RFC 9110 asks for `If-None-Match`. */
export function isKnown(exchange: Exchange, etag: string): boolean {
  const ifNoneMatch = exchange.header('if-none-match');
  if (ifNoneMatch === undefined) {
    return false;
  }
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
