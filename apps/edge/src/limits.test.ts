import { expect, test } from 'vitest';
import { limitsFor, usualLimits } from './limits.ts';

test('a proxy with enough open files has the usual limits', () => {
  expect(limitsFor(100_000)).toEqual(usualLimits);
});

test('a single address gets at most half of the connections of a proxy with few open files', () => {
  expect(limitsFor(300)).toMatchObject({ connections: 100, connectionsPerAddress: 50 });
  expect(limitsFor(100)).toMatchObject({ connections: 1, connectionsPerAddress: 1 });
});
