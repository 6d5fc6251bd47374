import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonType, ThingService } from '../testing/thing-service.ts';

const things = new ThingService();

beforeAll(() => things.start());

afterAll(() => things.stop());

test('the fields of a form reach the handler as pairs in their order, repeated ones too', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
  const answer = await things.ask('POST', '/connect/form', headers, 'a=1&b=x+y%2Bz&a=2&c');
  expect(answer.json).toEqual({
    fields: [
      ['a', '1'],
      ['b', 'x y+z'],
      ['a', '2'],
      ['c', ''],
    ],
  });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test.each([
  ['another type', jsonType, '{}', 400, 'invalid_request', 'invalid_request'],
  ['a broken encoding', undefined, 'a=%zz', 400, 'invalid_request', 'invalid_request'],
  ['a NUL', undefined, 'a=%00', 400, 'invalid_request', 'invalid_request'],
  ['too many fields', undefined, 'a=1&'.repeat(21), 400, 'invalid_request', 'invalid_request'],
  ['too much', undefined, `a=${'x'.repeat(16_384)}`, 413, 'payload_too_large', 'invalid_request'],
  ['credentials that are refused', undefined, 'wrong=1', 401, 'invalid_client', 'invalid_client'],
])('a form with %s is answered with an OAuth error', async (_, headers, body, status, code, error) => {
  const form = headers ?? { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await things.ask('POST', '/connect/form', form, body);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json).toMatchObject({ status, code, error, type: 'about:blank', instance: '/connect/form' });
  expect([answer.json['help'], answer.json['error_uri']]).toEqual(Array(2).fill(`/docs/errors/${code}`));
  expect(answer.json['error_description']).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
});

test('a refused client gets a challenge where it sent its credentials in a header', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic eDp5' };
  expect((await things.ask('POST', '/connect/form', headers, 'wrong=1')).headers['www-authenticate']).toBe(
    'Basic realm="token"',
  );
});
