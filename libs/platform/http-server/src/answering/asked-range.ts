import type { ServedBytes } from '@rapport/http-contract';
import { AppError } from '@rapport/kernel';
import type { Exchange } from '../exchange.ts';

/** The places of the first byte of a range, and of the one behind its last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range that a caller asks for, or null where it gets all: it names none, or several, or in a way that is none, or its
 * `If-Range` is about other bytes. Throws 416 where no byte is in the range.
 */
export function askedRange(exchange: Exchange, { length, etag }: ServedBytes): ByteRange | null {
  const ifRange = exchange.header('if-range');
  const asked = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(exchange.header('range') ?? '');
  if (exchange.req.method !== 'GET' || !asked || (ifRange !== undefined && ifRange !== etag)) {
    return null;
  }
  const [, first = '', last = ''] = asked;
  const isSuffix = first === '';
  if ((isSuffix && last === '') || (!isSuffix && last !== '' && Number(last) < Number(first))) {
    return null;
  }
  const start = isSuffix ? Math.max(length - Number(last), 0) : Number(first);
  const end = isSuffix || last === '' ? length : Math.min(Number(last) + 1, length);
  if (start >= end) {
    throw new AppError('range_not_satisfiable', `There are ${length} bytes; ask for a range of these.`, {
      headers: { 'content-range': `bytes */${length}` },
    });
  }
  return { start, end };
}
