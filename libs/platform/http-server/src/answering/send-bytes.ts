import { once } from 'node:events';
import type { ServedBytes } from '@rapport/http-contract';
import { CallerGone } from '../receiving/read-body.ts';
import type { Exchange } from '../exchange.ts';
import { askedRange, type ByteRange } from './asked-range.ts';
import { isKnown, send, sendHead } from './send-answer.ts';

/** The head of an answer of bytes, which was sent, and the bytes that have to follow. */
interface SentHead {
  readonly status: number;
  /** Null where none follow. */
  readonly range: ByteRange | null;
}

/** Sends the head of bytes, or of the range that the caller asks for. */
export function sendBytesHead(exchange: Exchange, bytes: ServedBytes): SentHead {
  const { etag, length, mediaType } = bytes;
  const headers = [
    ...exchange.answerHeaders,
    'cache-control',
    'private, no-cache',
    'etag',
    etag,
    'accept-ranges',
    'bytes',
  ];
  if (isKnown(exchange, etag)) {
    return { status: send(exchange, 304, headers, undefined), range: null };
  }
  const asked = askedRange(exchange, bytes);
  const range = asked ?? { start: 0, end: length };
  if (asked) {
    headers.push('content-range', `bytes ${range.start}-${range.end - 1}/${length}`);
  }
  headers.push('content-type', mediaType, 'content-length', String(range.end - range.start));
  const isEmpty = exchange.req.method === 'HEAD' || range.end === range.start;
  const status = sendHead(exchange, asked ? 206 : 200, headers, (res) => isEmpty && res.end());
  return { status, range: isEmpty ? null : range };
}

/** Sends the bytes of a range, a piece when the one before has left. A caller that takes none for a minute is cut off. */
export async function sendPieces({ res }: Exchange, { from }: ServedBytes, { start, end }: ByteRange): Promise<void> {
  const gone = new AbortController();
  res.once('close', () => gone.abort(new CallerGone('the caller went away before the last of the bytes')));
  res.setTimeout(silenceMs);
  let left = end - start;
  for await (const piece of from(start)) {
    const sent = piece.subarray(0, left);
    left -= sent.length;
    gone.signal.throwIfAborted();
    if (!res.write(sent)) {
      await once(res, 'drain', { signal: gone.signal });
    }
    if (left === 0) {
      res.end();
      return;
    }
  }
  throw new Error(`${left} of the bytes are missing`);
}

/** Such an answer holds so much of its caller's share of memory: a piece on its way, as it was read and as it leaves. */
export const heldBytes = 524_288;

/** Node ends the connection of a caller that took nothing for so long, however long the whole takes. */
const silenceMs = 60_000;
