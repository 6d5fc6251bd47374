import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RapportError } from '../rapport-error.ts';
import { Tokens } from './tokens.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

test('another token is asked for at four fifths of the life, while the old one serves', async () => {
  let issued = 0;
  const tokens = new Tokens(() => Promise.resolve({ access_token: `token ${(issued += 1)}`, expires_in: 100 }));
  expect(await tokens.get()).toBe('token 1');
  vi.advanceTimersByTime(79_000);
  expect([await tokens.get(), issued]).toEqual(['token 1', 1]);
  vi.advanceTimersByTime(2_000);
  expect([await tokens.get(), issued]).toEqual(['token 1', 2]);
  await vi.waitFor(async () => expect(await tokens.get()).toBe('token 2'));
  expect(issued).toBe(2);
});

test('a refused client asks nothing for thirty seconds, however often it is asked', async () => {
  let asked = 0;
  const tokens = new Tokens(() => {
    asked += 1;
    return Promise.reject(new RapportError({ code: 'invalid_client', status: 401, detail: '' }));
  });
  for (let second = 0; second <= 31; second += 1) {
    const refusal = await tokens.get().catch((error: unknown) => error as RapportError);
    tokens.noteRefusal(refusal as RapportError);
    expect(asked).toBe(second < 30 ? 1 : 2);
    vi.advanceTimersByTime(1_000);
  }
});
