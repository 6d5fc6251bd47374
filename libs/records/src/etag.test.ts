import { expect, test } from 'vitest';
import { etagOf, versionsOf } from './etag.ts';

test('the tag changes with the version and with the external id that the answer shows', () => {
  expect(etagOf(3, null)).toBe('"3"');
  const tags = [etagOf(3, null), etagOf(3, 'a'), etagOf(3, 'b'), etagOf(4, 'a')];
  expect(new Set(tags).size).toBe(4);
});

test('If-Match is satisfied by the version alone, by a list that holds it, and by any with a star', () => {
  expect(versionsOf(undefined)).toBeNull();
  expect(versionsOf(' * ')).toBeNull();
  expect(versionsOf(etagOf(3, 'a'))).toEqual([3]);
  expect(versionsOf(`"1", ${etagOf(2, 'x')},"3"`)).toEqual([1, 2, 3]);
});

test.each([
  '',
  '""',
  '3',
  'W/"3"',
  '"3',
  '3"',
  '"3x"',
  '"-3"',
  '"3-"',
  "'3'",
  '"9007199254740993000"',
  '"1e3"',
  '*,"3x"',
])('%s never matches', (ifMatch) => {
  expect(versionsOf(ifMatch)).toEqual([]);
});
