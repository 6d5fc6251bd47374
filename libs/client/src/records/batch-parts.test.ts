import { expect, test } from 'vitest';
import { batchParts } from './batch-parts.ts';

test('items are cut at 200, in their order', () => {
  const items = Array.from({ length: 450 }, (_, n) => ({ name: `Customer ${n}` }));
  const parts = batchParts(items);
  expect(parts.map(({ from }) => from)).toEqual([0, 200, 400]);
  expect(parts.flatMap(({ body }) => (JSON.parse(body) as { items: unknown[] }).items)).toEqual(items);
});

test('items are cut before their text has more than five megabytes, counted in bytes', () => {
  const items = Array.from({ length: 7 }, () => ({ name: 'å'.repeat(1_000_000) }));
  const parts = batchParts(items);
  expect(parts.map(({ from }) => from)).toEqual([0, 2, 4, 6]);
  expect(Math.max(...parts.map(({ body }) => Buffer.byteLength(body)))).toBeLessThanOrEqual(5_000_000);
});

test('an item that no request can hold is refused before any', () => {
  const large = { name: 'x'.repeat(5_000_001) };
  expect(() => batchParts([{ name: 'a' }, large])).toThrow('items[1] has more than 5 MB');
});

test('nothing makes no request', () => expect(batchParts([])).toEqual([]));
