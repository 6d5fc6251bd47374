import { expect, test } from 'vitest';
import { ownPrefixes } from './own-prefixes.ts';

test('a value holds below the shortest prefix that no path with another value shares', () => {
  const own = ownPrefixes([
    ['/connect/token', 'tokens'],
    ['/connect/revocation', 'tokens'],
    ['/api/v1/customers/{id}', 'public'],
    ['/api/v1/customer/create', 'application'],
  ]);
  expect([...own]).toEqual([
    ['/connect', 'tokens'],
    ['/api/v1/customers', 'public'],
    ['/api/v1/customer', 'application'],
  ]);
});

test('no prefix of a value lies below another prefix', () => {
  const own = ownPrefixes([
    ['/a/b/c', 1],
    ['/a/b/d', 1],
    ['/a/e', 2],
  ]);
  expect([...own.keys()]).toEqual(['/a/b', '/a/e']);
});

test('a path with two values belongs to neither of them', () => {
  expect([
    ...ownPrefixes([
      ['/x/{id}', 1],
      ['/x', 2],
    ]),
  ]).toEqual([]);
});
