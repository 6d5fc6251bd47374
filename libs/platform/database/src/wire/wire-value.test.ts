import { expect, test } from 'vitest';
import { wireValue } from './wire-value.ts';

test('texts and bytes are sent as they are, and a missing value as null', () => {
  const bytes = Buffer.from([1, 2]);
  expect(wireValue('a "b" \\')).toBe('a "b" \\');
  expect(wireValue(bytes)).toBe(bytes);
  expect([null, undefined].map(wireValue)).toEqual([null, null]);
});

test('numbers and booleans become text, and objects become JSON', () => {
  expect([1.5, false, 9_007_199_254_740_993n].map(wireValue)).toEqual(['1.5', 'false', '9007199254740993']);
  expect(wireValue({ city: 'Köln', line2: null })).toBe('{"city":"Köln","line2":null}');
});

test('arrays become literals whose elements cannot break out', () => {
  expect(wireValue([1, null, 'a,b', 'say "no" \\ {}'])).toBe(String.raw`{"1",null,"a,b","say \"no\" \\ {}"}`);
  expect(wireValue([['a'], ['b']])).toBe('{{"a"},{"b"}}');
  expect(wireValue([])).toBe('{}');
});

test('a value that is no parameter is refused before anything is sent', () => {
  expect(() => wireValue(() => 1)).toThrow('a function is no parameter');
});
