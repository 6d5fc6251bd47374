import { untracedContext } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { Passwords } from './passwords.ts';

const context = untracedContext();

test('a password is verified against its own hash alone, in whichever form its characters come', async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash(context, 'Crème brûlée at noon');
  expect(hash).toMatch(/^scrypt\$32768\$8\$1\$/);
  expect(await passwords.verify(context, hash, 'Crème brûlée at noon'.normalize('NFD'))).toBe(true);
  expect(await passwords.verify(context, hash, 'Crème brûlée at noon ')).toBe(false);
  expect(await passwords.verify(context, hash, 'creme brulee at noon')).toBe(false);
  expect(await passwords.hash(context, 'Crème brûlée at noon')).not.toBe(hash);
});

test('no password fits where there is no hash, or none of ours', async () => {
  const passwords = new Passwords();
  expect(await passwords.verify(context, undefined, '')).toBe(false);
  expect(await passwords.verify(context, '', 'any password at all')).toBe(false);
});

test('a password without a hash takes as long as one with a hash', async () => {
  const passwords = new Passwords();
  const hash = await passwords.hash(context, 'a password that was set');
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let round = 0; round < 7; round += 1) {
    known.push(await workOf(() => passwords.verify(context, hash, 'another password')));
    unknown.push(await workOf(() => passwords.verify(context, undefined, 'another password')));
  }
  const ratio = median(unknown) / median(known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
}, 60_000);

test('two hashes run at a time, a bounded number waits, and the rest is refused with the time to wait', async () => {
  const passwords = new Passwords();
  const all = Array.from({ length: 80 }, () => passwords.verify(context, undefined, 'x'));
  expect(passwords.waiting).toBe(64);
  const outcomes = await Promise.allSettled(all);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(refused).toHaveLength(14);
  expect(refused[0]).toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '2' } });
  expect(passwords.waiting).toBe(0);
  expect(await passwords.verify(context, undefined, 'x')).toBe(false);
}, 60_000);

/** How long the processors worked for it, which other processes do not change as they change its time. */
async function workOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
