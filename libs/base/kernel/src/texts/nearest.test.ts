import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const known = ['name', 'email', 'customerType', 'ownerUserId', 'up'];

test.each([
  ['Name', 'name'],
  ['emial', 'email'],
  ['customertype', 'customerType'],
  ['customer_type', 'customerType'],
  ['ownerId', undefined],
  ['ownerUser', 'ownerUserId'],
  ['nonsense', undefined],
  ['uq', undefined],
  ['', undefined],
  ['name'.repeat(1_000), undefined],
])('who writes %j means %j', (written, meant) => {
  expect(nearest(written, known)).toBe(meant);
});
