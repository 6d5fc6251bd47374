import { untracedContext } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { Passwords } from './passwords.ts';

const context = untracedContext();
const hasher = { address: '192.0.2.1', email: 'person@example.test' };

test('a password is verified against its own hash alone, in whichever form its characters come', async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash(context, hasher, 'Crème brûlée at noon');
  expect(hash).toMatch(/^scrypt\$32768\$8\$1\$/);
  expect(await passwords.verify(context, hasher, hash, 'Crème brûlée at noon'.normalize('NFD'))).toBe(true);
  expect(await passwords.verify(context, hasher, hash, 'Crème brûlée at noon ')).toBe(false);
  expect(await passwords.verify(context, hasher, hash, 'creme brulee at noon')).toBe(false);
  expect(await passwords.hash(context, hasher, 'Crème brûlée at noon')).not.toBe(hash);
});

test('no password fits where there is no hash, or none of ours', async () => {
  const passwords = new Passwords();
  expect(await passwords.verify(context, hasher, undefined, '')).toBe(false);
  expect(await passwords.verify(context, hasher, '', 'any password at all')).toBe(false);
});

test('a password without a hash takes as long as one with a hash', async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash(context, hasher, 'a password that was set');
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let round = 0; round < 7; round += 1) {
    known.push(await workOf(() => passwords.verify(context, hasher, hash, 'another password')));
    unknown.push(await workOf(() => passwords.verify(context, hasher, undefined, 'another password')));
  }
  const ratio = median(unknown) / median(known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
}, 60_000);

/** The work of the processors for it, which other processes do not change as they change its time. */
async function workOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
