import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ClientIds } from './client-ids.ts';
import { isWellFormedSecret, newSecret } from './client-secret.ts';
import { Peppers } from './peppers.ts';

test('a client id that was given out is recognised, and an id with another character is not', () => {
  const ids = new ClientIds(randomBytes(32));
  for (let n = 0; n < 100; n += 1) {
    const id = ids.mint();
    expect(ids.isMinted(id)).toBe(true);
    expect(ids.isMinted(id.slice(0, -8) + (id.at(-8) === 'a' ? 'b' : 'a') + id.slice(-7))).toBe(false);
  }
  for (const wrong of ['', 'unknown', 'rpt_client_', `${ids.mint()}x`, new ClientIds(randomBytes(32)).mint()]) {
    expect(ids.isMinted(wrong)).toBe(false);
  }
});

test('a secret has 58 letters, digits and underscores, and a checksum that shows typing errors', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^rpt_live_[0-9A-Za-z]{49}$/);
  expect(isWellFormedSecret(secret)).toBe(true);
  expect(isWellFormedSecret(secret.slice(0, 20) + (secret[20] === 'a' ? 'b' : 'a') + secret.slice(21))).toBe(false);
  expect(isWellFormedSecret(`${secret}x`)).toBe(false);
});

test('a digest depends on the secret and on the pepper, and there is none under an unknown pepper', () => {
  const peppers = new Peppers(
    new Map([
      ['b', randomBytes(32)],
      ['a', randomBytes(32)],
    ]),
  );
  expect(peppers.current).toBe('b');
  expect(peppers.digest('x', 'a')).not.toEqual(peppers.digest('x', 'b'));
  expect(peppers.digest('x', 'c')).toBeUndefined();
});
