import { randomFillSync } from 'node:crypto';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUID of version 7: 48 bits of milliseconds, 74 random bits. */
export function newId(): string {
  if (poolOffset + 10 > pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const milliseconds = Date.now().toString(16).padStart(12, '0');
  const random = pool.subarray(poolOffset, (poolOffset += 10));
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  const hex = random.toString('hex');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8)}`;
}

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

const pool = Buffer.alloc(2_560);
let poolOffset = pool.length;
