import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4_096);
let offset = pool.length;

/** So many random bytes in hex, never all zero. Random bytes are drawn many at a time. */
export function randomHex(bytes: 8 | 16): string {
  if (offset + bytes > pool.length) {
    randomFillSync(pool);
    offset = 0;
  }
  const hex = pool.toString('hex', offset, (offset += bytes));
  return /^0+$/.test(hex) ? randomHex(bytes) : hex;
}
