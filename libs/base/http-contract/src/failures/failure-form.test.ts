import { expect, test } from 'vitest';
import { failureFormsByPath } from './failure-form.ts';

const formOf = failureFormsByPath([
  { path: '/connect/token', bodyType: 'form' },
  { path: '/connect/revocation', bodyType: 'form' },
  { path: '/api/v1/auth/token', envelope: 'apiResult' },
  { path: '/api/v1/things/{id}' },
]);

test.each([
  ['/connect/token', 'oauth'],
  ['/connect/nowhere', 'oauth'],
  ['/connect', 'problem'],
  ['/connected', 'problem'],
  ['/api/v1/auth/nowhere', 'apiResult'],
  ['/api/v1/auth', 'problem'],
  ['/api/v1/authors', 'problem'],
  ['/api/v1/things/1', 'problem'],
  ['/api/v1', 'problem'],
  ['/nowhere', 'problem'],
])('a failure at %s has the form of its prefix, which is %s', (path, form) => {
  expect(formOf(path)).toBe(form);
});
