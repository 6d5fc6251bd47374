import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { openApiDocument } from './open-api-document.ts';

const options = { title: 'T', version: '1', description: 'D' };
const success = { status: 200, body: z.object({ id: z.uuid() }).meta({ id: 'Thing' }) } as const;
const open = endpoint({ operationId: 'open', method: 'get', path: '/open', access: 'open', success, errors: [] });
const token = endpoint({
  operationId: 'token',
  method: 'post',
  path: '/token',
  access: { credentials: 'client', limiter: 'token' },
  bodyType: 'form',
  body: z.object({ a: z.string() }).meta({ id: 'TokenForm' }),
  success,
  errors: [],
});

test('each operation is of a tag that has a sentence, and the document says under which license it stands', () => {
  const tagged = { get: { ...open, tags: ['things'] } };
  expect(openApiDocument({ ...options, contracts: [tagged], tags: { things: 'What there is.' } })).toMatchObject({
    info: { license: { identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    tags: [{ name: 'things', description: 'What there is.' }],
  });
  expect(() => openApiDocument({ ...options, contracts: [tagged], tags: {} })).toThrow('open');
});

test('two operations with the same summary are refused', () => {
  const same = { get: { ...open, summary: 'A' }, put: { ...token, summary: 'A' } };
  expect(() => openApiDocument({ ...options, contracts: [same] })).toThrow('open and token');
});

test('the example of a form is its text', () => {
  const shown = { ...token, example: { body: { a: 'b c', d: '&' } } };
  expect(openApiDocument({ ...options, contracts: [{ shown }] })).toMatchObject({
    paths: {
      '/token': {
        post: { requestBody: { content: { 'application/x-www-form-urlencoded': { example: 'a=b+c&d=%26' } } } },
      },
    },
  });
});
