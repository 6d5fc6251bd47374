import type { Answer } from '@rapport/http-contract';
import { RawJson, succeeded } from '@rapport/http-contract';
import { drainBody, hasUnreadBody } from './drain-body.ts';
import type { Exchange } from './exchange.ts';
import { resultMediaType } from './result-media-type.ts';

/** Writes a handler's answer; a caller who knows this state of the record already gets 304. Gives the status. */
export function sendAnswer(exchange: Exchange, answer: Answer): number {
  const etag = answer.headers?.['etag'];
  const isRead = exchange.req.method === 'GET' || exchange.req.method === 'HEAD';
  const headers = [...exchange.answerHeaders];
  if (answer.headers?.['cache-control'] === undefined) {
    headers.push('cache-control', etag !== undefined && isRead ? 'private, no-cache' : 'no-store');
  }
  for (const name in answer.headers) {
    const value = answer.headers[name];
    if (value !== undefined) {
      headers.push(name, value);
    }
  }
  if (etag !== undefined && isRead && matches(exchange.header('if-none-match'), etag)) {
    return send(exchange, 304, headers, undefined);
  }
  const { body } = answer;
  if (body === undefined) {
    return send(exchange, answer.status, headers, undefined);
  }
  if (exchange.endpoint.envelope) {
    headers.push('content-type', resultMediaType(exchange.header('accept')));
    return send(exchange, answer.status, headers, JSON.stringify(succeeded(body, exchange.trace.traceId)));
  }
  headers.push('content-type', 'application/json');
  return RawJson.is(body)
    ? send(exchange, answer.status, headers, body.text, body.encoding)
    : send(exchange, answer.status, headers, JSON.stringify(body));
}

/** Writes an answer in one piece, so that it leaves in one packet. */
export function send(
  exchange: Exchange,
  status: number,
  headers: string[],
  text: string | undefined,
  encoding: 'utf8' | 'latin1' = 'utf8',
): number {
  const { req, res, trace } = exchange;
  headers.push('traceresponse', trace.traceresponse, 'x-content-type-options', 'nosniff');
  const isUnread = hasUnreadBody(req);
  if (isUnread && req.headers.expect !== undefined) {
    // The caller was not told to go on, so nobody knows whether the body will follow on this connection.
    headers.push('connection', 'close');
  }
  if (text === undefined) {
    res.writeHead(status, headers).end();
  } else {
    headers.push('content-length', String(Buffer.byteLength(text, encoding)));
    res.writeHead(status, headers).end(text, encoding);
  }
  if (isUnread) {
    drainBody(req);
  }
  return status;
}

/** The weak comparison of RFC 9110, as it asks for `If-None-Match`. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) {
    return false;
  }
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
