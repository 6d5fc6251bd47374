import { expect, test } from 'vitest';
import { timeOf } from './time-text.ts';

test.each([
  ['2026-01-31 09:30:00+00', '2026-01-31T09:30:00.000000Z'],
  ['2026-01-31 09:30:00.1+00', '2026-01-31T09:30:00.100000Z'],
  ['2026-01-31 09:30:00.123456+00', '2026-01-31T09:30:00.123456Z'],
  ['2026-01-31 09:30:00.00001+00', '2026-01-31T09:30:00.000010Z'],
])('%s is shown with six digits', (text, shown) => {
  expect(timeOf(text)).toBe(shown);
});
