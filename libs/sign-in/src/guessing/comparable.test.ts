import { expect, test } from 'vitest';
import { comparable } from './guessing.ts';

test('addresses that differ in case, composition or the space around them are one', () => {
  const one = comparable('Jos\u00e9@Example.test');
  expect([' JOSÉ@EXAMPLE.TEST', 'jose\u0301@example.test'].map(comparable)).toEqual([one, one]);
});

test('a letter whose lower case is several characters stays as it is', () => {
  expect(comparable('İ@example.test')).toBe('İ@example.test');
});
