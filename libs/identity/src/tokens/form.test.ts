import { AppError } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { readTokenRequest } from './form.ts';

const grant = ['grant_type', 'client_credentials'] as const;

test('credentials come from the form or from HTTP Basic, whose halves are form-decoded', () => {
  expect(read([grant, ['client_id', 'a'], ['client_secret', 'b']]).credentials).toEqual({
    clientId: 'a',
    clientSecret: 'b',
  });
  expect(read([grant], basic('a%5Fb:c%2Bd')).credentials).toEqual({ clientId: 'a_b', clientSecret: 'c+d' });
  expect(read([grant, ['client_id', 'a']], basic('a:b')).credentials).toEqual({ clientId: 'a', clientSecret: 'b' });
});

test('an empty scope is no scope', () => {
  expect(read([grant, ['scope', ' ']]).scope).toBeUndefined();
  expect(read([grant, ['scope', 'a b']]).scope).toBe('a b');
});

test.each([
  ['a repeated parameter', [grant, grant], undefined, ''],
  ['two ways at once', [grant, ['client_secret', 'b']], basic('a:b'), ''],
  ['another client id in the form', [grant, ['client_id', 'z']], basic('a:b'), ''],
  ['a secret in the address', [grant], undefined, 'client_secret=x'],
  ['no grant type', [], undefined, ''],
] as const)('%s is an invalid request', (_, form, authorization, query) => {
  expect(codeOf(() => readTokenRequest({ form, authorization, query }))).toBe('invalid_request');
});

test.each(['password', 'CLIENT_CREDENTIALS', 'authorization_code x'])('the grant type %s is not supported', (name) => {
  expect(codeOf(() => read([['grant_type', name]]))).toBe('unsupported_grant_type');
});

test.each(['Basic', 'Basic !!!', basic('nocolon'), basic(':'), basic('%zz:%'), 'Bearer x'])(
  '%s authenticates nobody',
  (header) => {
    expect(read([grant], header).credentials).toEqual({ clientId: '', clientSecret: '' });
  },
);

function read(form: readonly (readonly [string, string])[], authorization?: string) {
  return readTokenRequest({ form, authorization, query: '' });
}

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
  return 'nothing';
}
