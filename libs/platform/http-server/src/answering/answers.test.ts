import { afterAll, beforeAll, expect, test } from 'vitest';
import { thingId } from '../testing/thing-contract.ts';
import { ThingService } from '../testing/thing-service.ts';

const things = new ThingService();

beforeAll(() => things.start());

afterAll(() => things.stop());

test.each([
  ['text/html', 406],
  ['image/png, text/plain', 406],
  ['application/json;q=0', 406],
  ['application/json;q=0.000, */*', 406],
  ['application/xml, */*;q=0', 406],
  ['', 200],
  ['*/*', 200],
  ['application/*', 200],
  ['text/html, application/json;q=0.1', 200],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 200],
  ['application/problem+json', 200],
  ['APPLICATION/JSON', 200],
])('a request with Accept: %s gets %d', async (accept, status) => {
  expect((await things.ask('GET', '/api/v1/things', { accept })).status).toBe(status);
});

test.each([
  ['token_missing', 'Bearer'],
  ['token_expired', 'Bearer error="invalid_token"'],
  ['client_disabled', 'Bearer error="invalid_token"'],
  ['insufficient_scope', 'Bearer error="insufficient_scope"'],
])('the refusal %s carries its challenge', async (code, challenge) => {
  const answer = await things.ask('GET', '/api/v1/things', { 'x-refuse': code });
  expect(answer.headers['www-authenticate']).toBe(challenge);
});

test('a caller that knows the record already gets 304 without a body', async () => {
  for (const tag of ['"1"', 'W/"1"', '"0", "1"', '*']) {
    const answer = await things.ask('GET', `/api/v1/things/${thingId}`, { 'if-none-match': tag });
    expect(answer).toMatchObject({ status: 304, text: '' });
    expect(answer.headers).toMatchObject({ etag: '"1"', 'cache-control': 'private, no-cache' });
  }
  expect((await things.ask('GET', `/api/v1/things/${thingId}`, { 'if-none-match': '"0"' })).json).toMatchObject({
    name: 'ş',
  });
});

test('the answer to a delete has no body', async () => {
  expect(await things.ask('DELETE', `/api/v1/things/${thingId}`)).toMatchObject({ status: 204, text: '' });
});

test('a caller learns of a bug no more than its trace, and the log has its stack once', async () => {
  const { json: problem } = await things.ask('GET', '/api/v1/broken/bug');
  expect(problem).toMatchObject({ status: 500, code: 'internal_error' });
  expect(JSON.stringify(problem)).not.toContain('select');
  const logged = things.lines.filter((line) => line['traceId'] === problem['traceId']);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatchObject({
    level: 'error',
    error: { type: 'TypeError', message: 'select secret from table' },
  });
});

test('a failure for the moment is 503 with the seconds to wait', async () => {
  const answer = await things.ask('GET', '/api/v1/broken/unavailable');
  expect(answer.json).toMatchObject({ status: 503, code: 'service_unavailable' });
  expect(answer.headers['retry-after']).toBe('1');
});

test('the check of answers makes an answer or a code that the contract does not know a failure', async () => {
  expect((await things.ask('GET', '/api/v1/broken/undeclared')).status).toBe(500);
  expect((await things.ask('GET', '/api/v1/broken/body')).status).toBe(500);
});
