import { untracedContext } from '@rapport/kernel';
import type { Attempt, Guessing, Stop } from '@rapport/sign-in';
import { expect, test, vi } from 'vitest';
import { countGuess } from './count-guess.ts';

const context = untracedContext();
const unverified = { email: 'a@example.test', isVerified: false };

function guessing(stop?: Stop) {
  const attempt = { stop, succeeded: vi.fn(), failed: vi.fn(), dropped: vi.fn() } satisfies Attempt;
  // Of all that counts guesses, one attempt is asked for alone.
  const counting = { begin: () => Promise.resolve(attempt) } as unknown as Guessing;
  return { attempt, count: countGuess(context, counting, '192.0.2.1') };
}

test.each([
  ['succeeded', true, [unverified]],
  ['failed', false, []],
] as const)('a guess that %s counts so, with whether its identity is verified', async (end, isRight, counted) => {
  const { attempt, count } = guessing();
  expect(await count(unverified, () => Promise.resolve(isRight))).toBe(isRight);
  expect(attempt[end].mock.calls).toEqual([counted]);
});

test('a password that was not compared counts as nothing', async () => {
  const { attempt, count } = guessing();
  const away = new Error('no place');
  await expect(count(unverified, () => Promise.reject(away))).rejects.toBe(away);
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
    await expect(count(unverified, compare)).rejects.toMatchObject({ ...error, headers: { 'retry-after': '7' } });
    expect(compare).not.toHaveBeenCalled();
  },
);
