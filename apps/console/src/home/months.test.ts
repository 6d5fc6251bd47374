import { expect, test } from 'vitest';
import { nextMonths } from './months.ts';

test('six months begin with the one of today, and go over the end of the year', () => {
  const months = nextMonths(new Date(2026, 10, 29), 6);
  expect(months.map(({ from }) => from)).toEqual([
    '2026-11-01',
    '2026-12-01',
    '2027-01-01',
    '2027-02-01',
    '2027-03-01',
    '2027-04-01',
  ]);
  expect(months.map(({ to }) => to).slice(0, -1)).toEqual(months.map(({ from }) => from).slice(1));
});
