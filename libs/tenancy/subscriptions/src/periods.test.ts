import { expect, test } from 'vitest';
import { periodEnd } from './periods.ts';

test('months keep their first day, and end with the last day of a month that is too short', () => {
  const firstDay = Date.parse('2026-01-31T09:30:00.123Z');
  const begins = [firstDay];
  for (let month = 0; month < 14; month += 1) {
    begins.push(periodEnd(firstDay, begins.at(-1) ?? 0));
  }
  expect(begins.map((begin) => new Date(begin).toISOString().slice(0, 10))).toEqual([
    ...['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31', '2026-08-31'],
    ...['2026-09-30', '2026-10-31', '2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31'],
  ]);
  expect(new Set(begins.map((begin) => new Date(begin).toISOString().slice(11)))).toEqual(new Set(['09:30:00.123Z']));
});

test('a leap year has a 29th of February', () => {
  const firstDay = Date.parse('2027-12-30T00:00:00.000Z');
  const january = periodEnd(firstDay, firstDay);
  expect(new Date(periodEnd(firstDay, january)).toISOString()).toBe('2028-02-29T00:00:00.000Z');
});

test('a period that begins between the days, such as behind a moved end, ends on the next of them', () => {
  const firstDay = Date.parse('2026-05-10T00:00:00.000Z');
  expect(new Date(periodEnd(firstDay, Date.parse('2026-03-20T00:00:00Z'))).toISOString()).toBe(
    '2026-04-10T00:00:00.000Z',
  );
});
