import { AppError } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { backOffMs, failureReason } from './failing.ts';

test('a step waits a second, then twice as long after each failure, and never more than a minute', () => {
  expect([1, 2, 3, 6, 7, 2_000].map(backOffMs)).toEqual([1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
});

test('a reason is the sentence that a caller may read, and tells nothing of another error', () => {
  expect(failureReason(new AppError('service_unavailable', 'The cell is away.'), 'abc')).toBe('The cell is away.');
  const reason = failureReason(new Error('postgres://rapport:secret@host'), 'abc');
  expect(reason).not.toContain('secret');
  expect(reason).toContain('abc');
});
