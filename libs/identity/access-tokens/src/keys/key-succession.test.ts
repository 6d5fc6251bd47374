import type { KeyState } from '@rapport/kinds';
import { expect, test } from 'vitest';
import { stateOfKey } from './key-life.ts';
import { currentSigner, lastSigner, maintained, revoked, rotated, type PlannedKey } from './key-succession.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 0, 1);
const period = 90 * day;

test('the state of a key follows from its four times alone', () => {
  const life = { publishAtMs: 10, signFromMs: 20, signUntilMs: 30, goneAtMs: 40 };
  const states = [9, 10, 19, 20, 29, 30, 39, 40].map((atMs) => stateOfKey(life, atMs));
  const expected: KeyState[] = ['unpublished', 'next', 'next', 'signing', 'signing', 'retired', 'retired', 'gone'];
  expect(states).toEqual(expected);
  expect(stateOfKey({ ...life, signFromMs: Infinity, signUntilMs: Infinity }, 30)).toBe('spare');
});

test('the first key comes with its spare, and nothing is due until the period of the key ends', () => {
  const keys = made(maintained([], start, period));
  expect(statesOf(keys, start)).toEqual(['signing', 'spare']);
  expect(new Set(keys.map(({ publishAtMs }) => publishAtMs))).toEqual(new Set([start]));
  expect(maintained(keys, start + period - 1, period)).toBe(keys);
});

test('a spare as old as the first key signs at once, and a younger spare signs when it has been published for ten minutes', () => {
  const first = founded();
  const second = made(rotated(first, start + minute));
  expect(currentSigner(second, start + minute)).toMatchObject({ kid: 'key 2' });
  expect(statesOf(second, start + minute)).toEqual(['retired', 'signing', 'spare']);
  const third = made(rotated(second, start + 2 * minute));
  expect(currentSigner(third, start + 2 * minute)).toMatchObject({ kid: 'key 2' });
  expect(lastSigner(third, start + 2 * minute)).toMatchObject({ kid: 'key 3', signFromMs: start + 11 * minute });
  expect(currentSigner(third, start + 11 * minute)).toMatchObject({ kid: 'key 3' });
});

test('while a change of keys is ahead, another rotation adds nothing, and a rotation to another algorithm is refused', () => {
  const ahead = made(rotated(made(rotated(founded(), start + minute)), start + 2 * minute));
  expect(rotated(ahead, start + 3 * minute)).toBe(ahead);
  expect(() => rotated(ahead, start + 3 * minute, 'RS256')).toThrow(
    expect.objectContaining({ code: 'concurrency_conflict' }),
  );
});

test('a key is published until its last token has expired, and ten minutes longer', () => {
  const [first] = made(rotated(founded(), start + minute));
  expect(first).toMatchObject({ signUntilMs: start + minute, goneAtMs: start + 71 * minute });
});

test('a rotation that is due happens at once if the spare was published long enough before', () => {
  const keys = made(maintained(founded(), start + period, period));
  expect(currentSigner(keys, start + period)).toMatchObject({ kid: 'key 2' });
  expect(maintained(keys, start + period + day, period)).toBe(keys);
});

test('a rotation to another algorithm publishes a new key before it signs, and makes a spare of that algorithm', () => {
  const keys = made(rotated(founded(), start + minute, 'RS256'));
  expect(currentSigner(keys, start + minute)).toMatchObject({ kid: 'key 1', algorithm: 'ES256' });
  expect(lastSigner(keys, start + minute)).toMatchObject({ algorithm: 'RS256', signFromMs: start + 11 * minute });
  expect(statesOf(keys, start + minute).toSorted()).toEqual(['next', 'signing', 'spare', 'spare']);
  const later = keys.filter((key) => stateOfKey(key, start + 11 * minute) !== 'gone');
  expect(
    later.filter(({ algorithm }) => algorithm === 'RS256').map((key) => stateOfKey(key, start + 11 * minute)),
  ).toEqual(['signing', 'spare']);
  expect(
    later.filter(({ algorithm }) => algorithm === 'ES256').map((key) => stateOfKey(key, start + 11 * minute)),
  ).toEqual(['retired']);
});

test('the spare signs at once in place of a revoked key, and a new spare is made', () => {
  const keys = made(revoked(founded(), 'key 1', start + minute));
  expect(statesOf(keys, start + minute)).toEqual(['gone', 'signing', 'spare']);
});

test('when the key that was about to sign is revoked, the key before it goes on without an end', () => {
  const ahead = made(rotated(made(rotated(founded(), start + minute)), start + 2 * minute));
  const keys = made(revoked(ahead, 'key 3', start + 3 * minute));
  expect(currentSigner(keys, start + day)).toMatchObject({ kid: 'key 2', signUntilMs: Infinity, goneAtMs: Infinity });
});

test('whichever keys are revoked in whichever order, at every time one key signs and another is a spare', () => {
  for (const rotation of [undefined, 'ES256', 'RS256'] as const) {
    let keys = made(rotated(founded(), start + minute, rotation));
    for (let step = 2; step < 30; step += 1) {
      const atMs = start + step * minute;
      const living = keys.filter((key) => stateOfKey(key, atMs) !== 'gone');
      keys = made(revoked(keys, living[step % living.length]?.kid ?? '', atMs));
      for (const later of [atMs, atMs + minute, atMs + 10 * minute, atMs + day]) {
        const states = statesOf(keys, later);
        expect(states.filter((state) => state === 'signing')).toHaveLength(1);
        expect(states).toContain('spare');
      }
      expect(lastSigner(keys, atMs)?.signUntilMs).toBe(Infinity);
    }
  }
});

function founded(): readonly PlannedKey[] {
  return made(maintained([], start, period));
}

function statesOf(keys: readonly PlannedKey[], atMs: number): KeyState[] {
  return keys.map((key) => stateOfKey(key, atMs));
}

/** The keys after the planned ones were made, by their numbers. */
function made(keys: readonly PlannedKey[]): readonly PlannedKey[] {
  let number = keys.filter(({ kid }) => kid !== null).length;
  return keys
    .map((key) => (key.kid === null ? { ...key, kid: `key ${(number += 1)}` } : key))
    .toSorted((one, other) => String(one.kid).localeCompare(String(other.kid)));
}
