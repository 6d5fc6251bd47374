import { expect, test } from 'vitest';
import { Tally, type Ending } from './tally.ts';

const answered: Ending = { outcome: '200', isExpected: true, isDescribed: false, tookMs: 5 };
const refused: Ending = { outcome: '503 service_unavailable', isExpected: false, isDescribed: true, tookMs: 5 };
const broken: Ending = { outcome: 'ECONNRESET', isExpected: false, isDescribed: false, tookMs: 4_000 };

test('a tally lets pass what was answered as expected', () => {
  const tally = tallyOf(answered, answered);
  tally.expectNoFailure();
  tally.expectOnlyRefusals();
  tally.expectFailuresWithin(0);
  expect(String(tally)).toBe('0 of 2 failed, slowest 0.0 s');
});

test('one refused request among many is a failure', () => {
  expect(() => tallyOf(answered, refused, answered).expectNoFailure()).toThrow('1 of 3 failed');
});

test('a refusal says what it is and when to try again, and a bare one or a broken connection does not', () => {
  tallyOf(answered, refused).expectOnlyRefusals();
  expect(() => tallyOf({ ...refused, isDescribed: false }).expectOnlyRefusals()).toThrow('1 of them');
  expect(() => tallyOf(broken).expectOnlyRefusals()).toThrow('1 x ECONNRESET');
});

test('failures last from the beginning of the first one to the end of the last one', () => {
  expect(() => tallyOf(broken).expectFailuresWithin(3_000)).toThrow('3 s are allowed');
  tallyOf(broken).expectFailuresWithin(5_000);
});

function tallyOf(...endings: readonly Ending[]): Tally {
  const tally = new Tally();
  endings.forEach((ending) => tally.note(ending));
  return tally;
}
