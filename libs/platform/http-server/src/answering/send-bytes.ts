import { once } from 'node:events';
import type { ServedBytes } from '@rapport/http-contract';
import { CallerGone } from '../receiving/read-body.ts';
import type { Exchange } from '../exchange.ts';
import { askedRange, type ByteRange } from './asked-range.ts';
import { isKnown, send, sendHead } from './send-answer.ts';

/** The part of bytes that a caller gets. */
interface WantedBytes {
  readonly status: 200 | 206 | 304;
  /** Null where the head says all. */
  readonly range: ByteRange | null;
}

/** Finds what the caller wants of bytes. Throws 416 where no byte is in the range that it asks for. */
export function wantedBytes(exchange: Exchange, bytes: ServedBytes): WantedBytes {
  if (isKnown(exchange, bytes.etag)) {
    return { status: 304, range: null };
  }
  const asked = askedRange(exchange, bytes);
  const isHeadAlone = exchange.req.method === 'HEAD' || bytes.length === 0;
  return {
    status: asked ? 206 : 200,
    range: isHeadAlone ? null : (asked ?? { start: 0, end: bytes.length }),
  };
}

/** Begins to read pieces. What cannot be read is a failure then, and no answer that ends before its first byte. */
export async function begun(pieces: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const rest = pieces[Symbol.asyncIterator]();
  const first = await rest.next();
  return (async function* () {
    for (let next = first; !next.done; next = await rest.next()) {
      yield next.value;
    }
  })();
}

export function sendBytesHead(exchange: Exchange, bytes: ServedBytes, { status, range }: WantedBytes): void {
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
  if (status === 304) {
    send(exchange, status, headers, undefined);
    return;
  }
  const { start, end } = range ?? { start: 0, end: length };
  if (status === 206) {
    headers.push('content-range', `bytes ${start}-${end - 1}/${length}`);
  }
  headers.push('content-type', mediaType, 'content-length', String(end - start));
  sendHead(exchange, status, headers, (res) => range ?? res.end());
}

/** Sends the bytes of a range, a piece when the one before has left. A caller that takes none for a minute is cut off. */
export async function sendPieces(
  { res }: Exchange,
  pieces: AsyncIterable<Uint8Array>,
  { start, end }: ByteRange,
): Promise<void> {
  const gone = new AbortController();
  res.once('close', () => gone.abort(new CallerGone('the caller went away before the last of the bytes')));
  res.setTimeout(silenceMs);
  let left = end - start;
  for await (const piece of pieces) {
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
