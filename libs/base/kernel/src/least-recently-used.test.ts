import { expect, test } from 'vitest';
import { LeastRecentlyUsed } from './least-recently-used.ts';

test('a full map forgets the entry that was not used for longest, and reports it', () => {
  const gone: string[] = [];
  const map = new LeastRecentlyUsed<string, number>(2, (key) => gone.push(key));
  map.set('a', 1);
  map.set('b', 2);
  map.get('a');
  map.set('c', 3);
  expect(gone).toEqual(['b']);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});

test('a map does not grow when a key is set again', () => {
  const map = new LeastRecentlyUsed<string, number>(2);
  for (let n = 0; n < 10; n += 1) {
    map.set('a', n);
  }
  expect([map.size, map.get('a')]).toEqual([1, 9]);
});
