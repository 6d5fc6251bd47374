import { expect, test } from 'vitest';
import { KeptKey } from './kept-key.ts';

test('the key of a body stays, and another body has another key', () => {
  const kept = new KeptKey();
  const first = kept.for({ name: 'Ada' });
  expect(kept.for({ name: 'Ada' })).toBe(first);
  expect(kept.for({ name: 'Grace' })).not.toBe(first);
});
