import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeptForAMinute } from './kept-for-a-minute.ts';

const total = { spare: 1, asOf: '2026-11-23 12:00:00+00', textShare: 0.3 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('what was found is kept for a minute, and what is found again takes its place', () => {
  const totals = new KeptForAMinute(500);
  totals.keep('a', total);
  vi.advanceTimersByTime(59_999);
  expect(totals.find('a')).toMatchObject(total);
  totals.keep('a', { ...total, spare: 2 });
  vi.advanceTimersByTime(59_999);
  expect(totals.find('a')).toMatchObject({ spare: 2 });
  vi.advanceTimersByTime(1);
  expect(totals.find('a')).toBeNull();
});

test('as many searches are kept as may be, the newest of them, and none that is very long', () => {
  const totals = new KeptForAMinute(500);
  for (let n = 0; n <= 500; n += 1) {
    totals.keep(`search ${n}`, total);
  }
  expect(totals.find('search 0')).toBeNull();
  expect([totals.find('search 1'), totals.find('search 500')]).toMatchObject([total, total]);
  totals.keep('x'.repeat(1_001), total);
  expect(totals.find('x'.repeat(1_001))).toBeNull();
});
