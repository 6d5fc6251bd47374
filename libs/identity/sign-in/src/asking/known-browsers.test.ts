import { newId } from '@rapport/kernel';
import { afterEach, expect, test, vi } from 'vitest';
import { SignInKeys } from '../sign-in-keys.ts';
import { KnownBrowsers } from './known-browsers.ts';

const known = new KnownBrowsers(new SignInKeys(Buffer.alloc(32, 1)));
const dayMs = 86_400_000;

afterEach(() => vi.useRealTimers());

test('a mark is found for its identity for 90 days, and keeps its id with the next sign-in', () => {
  vi.useFakeTimers({ now: 0 });
  const identity = newIdentity();
  const first = known.mark({ cookies: new Map() }, identity);
  const cookies = new Map([[first.name, first.value]]);
  vi.setSystemTime(89 * dayMs);
  const id = known.find({ cookies }, identity);
  expect(id).not.toBeUndefined();
  const second = known.mark({ cookies }, identity);
  vi.setSystemTime(91 * dayMs);
  expect(known.find({ cookies }, identity)).toBeUndefined();
  expect(known.find({ cookies: new Map([[second.name, second.value]]) }, identity)).toBe(id);
});

test('a mark ends with the password of its identity', () => {
  const identity = newIdentity();
  const { name, value } = known.mark({ cookies: new Map() }, identity);
  const cookies = new Map([[name, value]]);
  expect(known.find({ cookies }, identity)).not.toBeUndefined();
  const after = { ...identity, passwordHash: 'the next hash' };
  expect(known.find({ cookies }, after)).toBeUndefined();
  const { value: next } = known.mark({ cookies }, after);
  expect(next.split('.')[0]).not.toBe(value.split('.')[0]);
});

test('a mark under another name, of another key, or changed in any part is none', () => {
  const [identity, stranger] = [newIdentity(), newIdentity()];
  const { name, value } = known.mark({ cookies: new Map() }, identity);
  const other = known.mark({ cookies: new Map() }, stranger);
  const [id = '', madeAt = '', digest = ''] = value.split('.');
  const forged = [
    '',
    `${newId()}.${madeAt}.${digest}`,
    `${id}.${Number(madeAt) + 1}.${digest}`,
    `${id}.${madeAt}.${digest.slice(1)}`,
    `${id}.${madeAt}`,
    other.value,
  ];
  for (const text of forged) {
    expect(known.find({ cookies: new Map([[name, text]]) }, identity)).toBeUndefined();
  }
  const elsewhere = new KnownBrowsers(new SignInKeys(Buffer.alloc(32, 2)));
  expect(elsewhere.find({ cookies: new Map([[name, value]]) }, identity)).toBeUndefined();
});

function newIdentity() {
  return { id: newId(), passwordHash: 'a hash' };
}
