import {
  headersOfEveryAnswer,
  RawJson,
  succeeded,
  type Answer,
  type HeaderOfEveryAnswer,
} from '@rapport/http-contract';
import type { Exchange } from '../exchange.ts';
import { drainBody, hasUnreadBody } from '../receiving/drain-body.ts';
import { resultContentType } from './result-media-type.ts';

/** Writes a handler's answer, and returns the status. A caller that knows this state of the record already gets 304. */
export function sendAnswer(exchange: Exchange, answer: Answer): number {
  const isGzip = answer.kept !== undefined && takesGzip(exchange.header('accept-encoding'));
  const kept = answer.kept?.[isGzip ? 'gzip' : 'plain'];
  const etag = kept?.etag ?? answer.headers?.['etag'];
  const isRead = isConditional(exchange);
  const headers = [...exchange.answerHeaders];
  if (answer.headers?.['cache-control'] === undefined) {
    headers.push('cache-control', etag !== undefined && isRead ? 'private, no-cache' : 'no-store');
  }
  for (const name in answer.headers) {
    const value = answer.headers[name];
    if (value !== undefined) {
      headers.push(name, name === 'etag' ? (etag ?? value) : value);
    }
  }
  if (kept) {
    headers.push('vary', 'accept-encoding');
  }
  for (const cookie of answer.cookies ?? []) {
    headers.push('set-cookie', cookie);
  }
  if (etag !== undefined && isRead && matches(exchange.header('if-none-match'), etag)) {
    return send(exchange, 304, headers, undefined);
  }
  const { body } = answer;
  if (body === undefined) {
    return send(exchange, answer.status, headers, undefined);
  }
  if (kept) {
    const { mediaType } = exchange.endpoint.success;
    headers.push('content-type', mediaType === undefined ? 'application/json' : `${mediaType}; charset=utf-8`);
    if (isGzip) {
      headers.push('content-encoding', 'gzip');
    }
    return send(exchange, answer.status, headers, kept.bytes);
  }
  if (exchange.endpoint.envelope && !exchange.endpoint.page) {
    headers.push('content-type', resultContentType(exchange.header('accept')));
    if (RawJson.is(body)) {
      return send(exchange, answer.status, headers, wrapped(body.text, exchange.trace.traceId), body.encoding);
    }
    return send(exchange, answer.status, headers, JSON.stringify(succeeded(body, exchange.trace.traceId)));
  }
  const { mediaType } = exchange.endpoint.success;
  if (mediaType !== undefined && typeof body === 'string') {
    headers.push('content-type', `${mediaType}; charset=utf-8`);
    return send(exchange, answer.status, headers, body);
  }
  headers.push('content-type', 'application/json');
  return RawJson.is(body)
    ? send(exchange, answer.status, headers, body.text, body.encoding)
    : send(exchange, answer.status, headers, JSON.stringify(body));
}

/** The wrapper around data that already is JSON text. */
function wrapped(text: string, traceId: string): string {
  return `{"isSuccess":true,"data":${text},"message":null,"errorCode":null,"errors":null,"traceId":"${traceId}"}`;
}

/** Whether a caller takes gzip, which it must have said: many programs that say nothing cannot read it. */
function takesGzip(acceptEncoding = ''): boolean {
  const [, weight = '1'] = /(?:^|,)\s*gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i.exec(acceptEncoding) ?? [undefined, '0'];
  return Number(weight) > 0;
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
  if (text === undefined) {
    if (status === 200) {
      // Without it Node sends an empty body in chunks.
      headers.push('content-length', '0');
    }
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

const valueOf: Readonly<Record<HeaderOfEveryAnswer, (exchange: Exchange) => string>> = {
  traceresponse: ({ trace }) => trace.traceresponse,
};

/** Compares weakly, as RFC 9110 asks for `If-None-Match`. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) {
    return false;
  }
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
