import { expect, test } from 'vitest';
import { resultMediaType } from './result-media-type.ts';

test.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  ['text/json', 'text/json'],
  ['text/plain', 'text/plain'],
  ['text/*', 'text/json'],
  ['text/plain, application/json;q=0.9', 'text/plain'],
  ['text/plain;q=0.5, application/json', 'application/json'],
  ['text/plain, */*;q=0.1', 'text/plain'],
  ['application/json;q=0, */*', 'text/json'],
  ['image/png', 'application/json'],
  ['', 'application/json'],
])('a caller that accepts %s gets a wrapped answer as %s', (accept, type) => {
  expect(resultMediaType(accept)).toBe(type);
});
