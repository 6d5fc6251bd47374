import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { AppError } from '@rapport/kernel';

/** The position of a read: what it reads, for which client, its bounds, and the last row that it gave. */
export interface Cursor {
  readonly epoch: number;
  readonly tenant: string;
  readonly client: string | null;
  /** The resource, or the resource's changes. */
  readonly read: string;
  readonly updatedFrom: string | null;
  readonly watermark: string;
  readonly position: readonly [time: string, id: string];
}

/** Cursors as opaque texts that only this platform can make. */
export class CursorCodec {
  readonly #keys: readonly KeyObject[];

  /** The first key signs, and every key is good. */
  constructor(...keys: readonly Buffer[]) {
    // Node prepares a key that is a Buffer anew for each signature, which costs five times the signature.
    this.#keys = keys.map((key) => createSecretKey(key));
  }

  encode(cursor: Cursor): string {
    const { epoch, tenant, client, read, updatedFrom, watermark, position } = cursor;
    const values = [formatVersion, epoch, tenant, client, read, updatedFrom, watermark, ...position];
    const text = Buffer.from(JSON.stringify(values)).toString('base64url');
    const [signature = ''] = this.#signatures(text);
    return `${text}.${signature}`;
  }

  /** The signature covers the text itself, because a decoder forgives an altered last character. */
  decode(cursor: string): Cursor {
    const [text = '', signature = '', ...more] = cursor.split('.');
    if (
      cursor.length > lengthMax ||
      more.length > 0 ||
      !this.#signatures(text).some((right) => isEqual(signature, right))
    ) {
      throw invalidCursor();
    }
    const values = JSON.parse(Buffer.from(text, 'base64url').toString()) as CursorValues; // Signed, so ours.
    const [version, epoch, tenant, client, read, updatedFrom, watermark, time, id] = values;
    if (version !== formatVersion) {
      throw invalidCursor();
    }
    return { epoch, tenant, client, read, updatedFrom, watermark, position: [time, id] };
  }

  #signatures(text: string): string[] {
    return this.#keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'));
  }
}

export function invalidCursor(): AppError {
  return new AppError(
    'invalid_cursor',
    'The cursor is not one that this read was given. Begin again without a cursor, from the last syncUntilUtc that was stored.',
  );
}

type CursorValues = [
  version: number,
  epoch: number,
  tenant: string,
  client: string | null,
  read: string,
  updatedFrom: string | null,
  watermark: string,
  time: string,
  id: string,
];

const formatVersion = 1;
const lengthMax = 1_000;

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
