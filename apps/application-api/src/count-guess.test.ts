import { untracedContext } from '@rapport/kernel';
import type { Attempt, Guessing, Stop } from '@rapport/sign-in';
import { expect, test, vi } from 'vitest';
import { countGuess } from './count-guess.ts';

const context = untracedContext();

function guessing(stop?: Stop) {
  const attempt = { stop, succeeded: vi.fn(), failed: vi.fn(), dropped: vi.fn() } satisfies Attempt;
  // Of all that counts guesses, one attempt is asked for alone.
  const counting = { begin: () => Promise.resolve(attempt) } as unknown as Guessing;
  return { attempt, count: countGuess(context, counting, '192.0.2.1') };
}

test.each([
  ['succeeded', true],
  ['failed', false],
] as const)('a guess that %s counts so', async (end, isRight) => {
  const { attempt, count } = guessing();
  expect(await count('a@example.test', () => Promise.resolve(isRight))).toBe(isRight);
  expect(attempt[end]).toHaveBeenCalledOnce();
});

test('a password that was not compared counts as nothing', async () => {
  const { attempt, count } = guessing();
  const away = new Error('no place');
  await expect(count('a@example.test', () => Promise.reject(away))).rejects.toBe(away);
  expect(attempt.dropped).toHaveBeenCalledOnce();
});

test.each([
  ['too_many_failures', { code: 'validation_failed', errors: { currentPassword: [expect.any(String)] } }],
  ['too_many_successes', { code: 'rate_limited', status: 429 }],
] as const)(
  'where there were %s no password is compared, and the answer says when it is again',
  async (reason, error) => {
    const compare = vi.fn();
    const { count } = guessing({ reason, retryAfterSeconds: 7 });
    await expect(count('a@example.test', compare)).rejects.toMatchObject({ ...error, headers: { 'retry-after': '7' } });
    expect(compare).not.toHaveBeenCalled();
  },
);
