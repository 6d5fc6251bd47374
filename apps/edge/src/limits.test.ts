import { expect, test } from 'vitest';
import { limitsFor, usualLimits } from './limits.ts';

test('with enough open files the limits are the usual ones', () => {
  expect(limitsFor(100_000)).toEqual(usualLimits);
});

test('with few open files a single address has no more than half of the connections', () => {
  expect(limitsFor(1_024)).toMatchObject({ connections: 462, connectionsPerAddress: 231 });
  expect(limitsFor(100)).toMatchObject({ connections: 1, connectionsPerAddress: 1 });
});
