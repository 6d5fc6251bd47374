import { expect, test } from 'vitest';
import { etagOf, versionsOf } from './etag.ts';

const nothing = { externalId: null, hidden: [], definitions: 0 };

test('the tag changes with the version and with everything else that the answer shows', () => {
  expect(etagOf(3, nothing)).toBe('"3"');
  const tags = [
    etagOf(3, nothing),
    etagOf(3, { ...nothing, externalId: 'a' }),
    etagOf(3, { ...nothing, externalId: 'b' }),
    etagOf(4, { ...nothing, externalId: 'a' }),
    etagOf(3, { ...nothing, hidden: ['customerName'] }),
    etagOf(3, { ...nothing, hidden: ['customerName', 'leadName'] }),
    etagOf(3, { ...nothing, definitions: 1 }),
    etagOf(3, { ...nothing, definitions: 2 }),
  ];
  expect(new Set(tags).size).toBe(tags.length);
});

test('If-Match is satisfied by the version alone, by a list that holds it, and by any with a star', () => {
  expect(versionsOf(undefined)).toBeNull();
  expect(versionsOf(' * ')).toBeNull();
  expect(versionsOf(etagOf(3, { ...nothing, externalId: 'a' }))).toEqual([3]);
  expect(versionsOf(`"1", ${etagOf(2, { ...nothing, hidden: ['x'] })},"3"`)).toEqual([1, 2, 3]);
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
