import { AppError, serviceUnavailable } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { onPage } from './on-page.ts';

function failing(error: Error) {
  return onPage(async () => {
    throw error;
  })(undefined, undefined);
}

test.each([
  [503, serviceUnavailable('The database is away.', 7), '7'],
  [429, new AppError('rate_limited', 'Too often.', { headers: { 'retry-after': '3' } }), '3'],
  [400, new AppError('invalid_request', '<b>No</b>'), undefined],
  [404, new AppError('not_found', 'It is gone.'), undefined],
])('a refusal with %i is a page that says why and when to try again', async (status, error, retryAfter) => {
  const answer = await failing(error);
  expect([answer.status, answer.cookies, answer.headers['retry-after']]).toEqual([status, [], retryAfter]);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; /);
  expect(answer.body).toContain(`<p role="alert">${error.message.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`);
});

test('any other failure has the form of its address', async () => {
  const bug = new TypeError('a bug');
  await expect(failing(bug)).rejects.toBe(bug);
  const tooLarge = new AppError('payload_too_large', 'Too large.');
  await expect(failing(tooLarge)).rejects.toBe(tooLarge);
});
