import { AppError } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { readConnectForm, requireField } from './connect-form.ts';

const grant = ['grant_type', 'client_credentials'] as const;

test('a client sends its credentials in the form or by HTTP Basic, whose halves are form-decoded', () => {
  expect(read([grant, ['client_id', 'a'], ['client_secret', 'b']]).credentials).toEqual({
    clientId: 'a',
    clientSecret: 'b',
  });
  expect(read([grant], basic('a%5Fb:c%2Bd')).credentials).toEqual({ clientId: 'a_b', clientSecret: 'c+d' });
  expect(read([grant, ['client_id', 'a']], basic('a:b')).credentials).toEqual({ clientId: 'a', clientSecret: 'b' });
});

test('an empty parameter that must be there counts as missing', () => {
  expect(requireField(read([grant]), 'grant_type', 'x')).toBe('client_credentials');
  for (const form of [[], [['grant_type', '']]] as const) {
    expect(codeOf(() => requireField(read(form), 'grant_type', 'x'))).toBe('invalid_request');
  }
});

test('a parameter without a value counts as left out', () => {
  const form = [grant, ['client_secret', ''], ['scope', '']] as const;
  expect(read(form, basic('a:b')).credentials).toEqual({ clientId: 'a', clientSecret: 'b' });
  expect(read(form, basic('a:b')).fields.has('scope')).toBe(false);
  expect(codeOf(() => read([...form, ['scope', 'x']]))).toBe('invalid_request');
});

test.each([
  ['a repeated parameter', [grant, grant], undefined, ''],
  ['two ways of authentication', [grant, ['client_secret', 'b']], basic('a:b'), ''],
  ['another client id in the form', [grant, ['client_id', 'z']], basic('a:b'), ''],
  ['a secret in the address', [grant], undefined, 'client_secret=x'],
  ['a secret in the address by its other name', [grant], undefined, 'clientSecret=x'],
] as const)('a form with %s is an invalid request', (_, form, authorization, query) => {
  expect(codeOf(() => readConnectForm({ form, authorization, query }))).toBe('invalid_request');
});

test.each(['Basic', 'Basic !!!', basic('nocolon'), basic(':'), basic('%zz:%'), 'Bearer x'])(
  'the header %s authenticates no client',
  (header) => {
    expect(read([grant], header).credentials).toEqual({ clientId: '', clientSecret: '' });
  },
);

function read(form: readonly (readonly [string, string])[], authorization?: string) {
  return readConnectForm({ form, authorization, query: '' });
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
