import { randomBytes } from 'node:crypto';
import { compatibilityPartitioner } from '@platformatic/kafka';
import { expect, test } from 'vitest';
import { keyHash } from './key-hash.ts';

test('a key has the hash that the clients of Kafka give it, whatever its bytes and its length', () => {
  for (let length = 0; length < 200; length += 1) {
    const key = randomBytes(length);
    expect([key, keyHash(key)]).toEqual([key, compatibilityPartitioner({ topic: '' }, key)]);
  }
});
