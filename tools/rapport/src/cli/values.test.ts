import { expect, test } from 'vitest';
import { seconds, wholeNumber, words } from './values.ts';

test.each([
  ['90s', 90],
  ['15m', 900],
  ['24h', 86_400],
  ['7d', 604_800],
  ['0s', 0],
])('%s are %d seconds', (overlap, expected) => {
  expect(seconds({ overlap }, 'overlap')).toBe(expected);
});

test.each(['24', 'h', '1w', '-1h', '1.5h', '24 h', '9999999999d'])('%s is no time', (overlap) => {
  expect(() => seconds({ overlap }, 'overlap')).toThrow('--overlap is a time such as');
});

test('an option that is not given stays out of the request', () => {
  expect(seconds({}, 'overlap')).toBeUndefined();
  expect(wholeNumber({}, 'n')).toBeUndefined();
  expect(words({}, 'scopes')).toBeUndefined();
});

test('numbers are whole, and spaces and commas separate words', () => {
  expect(wholeNumber({ n: '1000000' }, 'n')).toBe(1_000_000);
  expect(() => wholeNumber({ n: '1e3' }, 'n')).toThrow('--n is a whole number');
  expect(words({ scopes: ' a.read  b.write,c.delete ' }, 'scopes')).toEqual(['a.read', 'b.write', 'c.delete']);
});
