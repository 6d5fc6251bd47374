import { expect, test } from 'vitest';
import { isUuid, newId } from './ids.ts';

test('a new id is a UUID of version 7 with the time in front', () => {
  const before = Date.now();
  const id = newId();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const milliseconds = parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  expect(milliseconds).toBeGreaterThanOrEqual(before);
  expect(milliseconds).toBeLessThanOrEqual(Date.now());
});

test('ten thousand new ids are all different', () => {
  expect(new Set(Array.from({ length: 10_000 }, newId)).size).toBe(10_000);
});

test('a text that is almost a UUID is not taken as a UUID', () => {
  expect(isUuid('01890000-0000-7000-8000-000000000000')).toBe(true);
  for (const wrong of [
    '',
    '1',
    '01890000-0000-7000-8000-00000000000',
    '01890000-0000-7000-8000-0000000000000',
    'g1890000-0000-7000-8000-000000000000',
  ]) {
    expect(isUuid(wrong)).toBe(false);
  }
});
