import { expect, test } from 'vitest';
import { normalForm } from './normal-form.ts';

test.each([
  ['Cafe\u0301', 'Caf\u00e9'],
  ['a\u0301\u0323', '\u1ea1\u0301'],
  [`a${'\u0301'.repeat(30)}`, `\u00e1${'\u0301'.repeat(29)}`],
  ['', ''],
])('%j has the normal form %j', (text, normal) => {
  expect(normalForm(text)).toBe(normal);
});

test('a row of more than thirty marks is ended by a joiner, and is then in its normal form', () => {
  const normal = normalForm(`x${'\u0301\u0323'.repeat(40)}y`);
  expect(normal.split('\u034f').map((row) => row.length)).toEqual([31, 30, 21]);
  expect(normal.normalize('NFC')).toBe(normal);
  expect(normalForm(normal)).toBe(normal);
});

// In one row these marks take a minute and more of any processor.
test('a megabyte of marks is brought into its normal form without holding up the process', () => {
  const began = process.threadCpuUsage().user;
  normalForm('\u0301\u0323'.repeat(250_000));
  expect(process.threadCpuUsage().user - began).toBeLessThan(2_000_000);
});
