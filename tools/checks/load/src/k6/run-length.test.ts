import { expect, test } from 'vitest';
import { lengthOf } from './run-length.ts';

test('a run is as long as its last scenario, with its start and all its stages', () => {
  expect(lengthOf([{ startTime: '17s', duration: '10s' }, { duration: '20s' }])).toEqual({
    seconds: 27,
    isMost: false,
  });
  expect(lengthOf([{ startTime: null, stages: [{ duration: '1m30s' }, { duration: '4h0m0s' }] }])).toEqual({
    seconds: 14_490,
    isMost: false,
  });
});

test('a run whose scenarios end with their requests has a greatest length', () => {
  expect(lengthOf([{ duration: '4m' }, { maxDuration: '6m' }])).toEqual({ seconds: 360, isMost: true });
});
