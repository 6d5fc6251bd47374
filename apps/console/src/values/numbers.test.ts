import { expect, test } from 'vitest';
import { numberProblem, numberTaken } from './numbers.tsx';

const amount = { type: 'amount', min: 0 } as const;

test.each([
  ['12,5', 12.5],
  ['0,125', 0.125],
  ['.5', 0.5],
  ['90000', 90_000],
  [' 7 ', 7],
])('%j is taken as %d', (typed, number) => {
  expect([numberProblem(typed, amount), numberTaken(typed)]).toEqual([undefined, number]);
});

test.each([
  ['90,000', 'This may be 90000 or 90.0000: write it in one of these ways.'],
  ['1,000,000', 'This must be a number, without marks between thousands.'],
  ['1,000.50', 'This must be a number, without marks between thousands.'],
  ['0x10', 'This must be a number, without marks between thousands.'],
  ['1e3', 'This must be a number, without marks between thousands.'],
  ['Infinity', 'This must be a number, without marks between thousands.'],
  ['-5', 'This must be from 0 to Infinity.'],
])('%j is not taken', (typed, sentence) => {
  expect(numberProblem(typed, amount)).toBe(sentence);
});
