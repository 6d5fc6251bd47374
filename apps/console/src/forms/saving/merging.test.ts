import { describe, expect, test } from 'vitest';
import { merged, sameValue } from './merging.ts';

const address = (line1: string) => ({ line1, line2: null, city: 'Izmir' });

const members: readonly (readonly [string, unknown, unknown, unknown])[] = [
  ['a text', 'old', 'mine', 'theirs'],
  ['a value that was none', null, 'mine', 'theirs'],
  ['a number', 1, 2, 3],
  ['a flag that one side empties', true, false, null],
  ['an address', address('old'), address('mine'), address('theirs')],
  ['a list', ['a'], ['a', 'b'], ['c']],
];

describe.each(members)('%s', (_, old, mine, theirs) => {
  test.each([
    ['neither side changed stays', old, old, old, false],
    ['my side alone changed is mine', mine, old, mine, false],
    ['the other side alone changed is theirs', old, theirs, theirs, false],
    ['both sides changed alike is that', mine, mine, mine, false],
    ['both sides changed differently is for the person to choose', mine, theirs, mine, true],
  ])('that %s', (_name, my, their, expected, collides) => {
    const { values, collisions } = merged({ it: old, other: 1 }, { it: my, other: 1 }, { it: their, other: 2 });
    expect(values).toEqual({ it: expected, other: 2 });
    expect(collisions).toEqual(collides ? ['it'] : []);
  });
});

test('a side that empties a value collides with one that changes it', () => {
  expect(merged({ it: 'old' }, { it: null }, { it: 'new' }).collisions).toEqual(['it']);
  expect(merged({ it: 'old' }, { it: 'new' }, { it: null }).collisions).toEqual(['it']);
  expect(merged({ it: 'old' }, { it: null }, { it: null }).collisions).toEqual([]);
});

test('custom fields of one record merge one by one', () => {
  const base = { 'customFields.region': 'north', 'customFields.score': 1 };
  const mine = { ...base, 'customFields.region': 'south' };
  const theirs = { ...base, 'customFields.score': 2 };
  expect(merged(base, mine, theirs)).toEqual({
    values: { 'customFields.region': 'south', 'customFields.score': 2 },
    collisions: [],
  });
});

test.each([
  [' Ada ', 'Ada'],
  ['Cafe\u0301', 'Caf\u00e9'],
  ['', null],
  [undefined, null],
  [[], null],
  [
    { line1: ' a', line2: '' },
    { line2: null, line1: 'a' },
  ],
  [{ line1: null }, null],
  ['2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00.000000Z'],
  ['2026-01-31T09:30:00.120Z', '2026-01-31T09:30:00.120000Z'],
])('%j is kept as %j', (sent, shown) => {
  expect(sameValue(sent, shown)).toBe(true);
});

test.each([
  ['Ada', 'ada'],
  [
    ['a', 'b'],
    ['b', 'a'],
  ],
  [0, null],
  [false, null],
  ['2026-01-31T09:30:00.000Z', '2026-01-31T09:30:00.000001Z'],
  ['2026-01-31T09:30:00.100Z', '2026-01-31T09:30:00.010Z'],
])('%j is another value than %j', (one, other) => {
  expect(sameValue(one, other)).toBe(false);
});
