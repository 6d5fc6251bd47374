import { expect, test } from 'vitest';
import { filled, givenPath, laidOver } from './values.ts';

test('values lie over others member by member, and null empties one', () => {
  expect(laidOver({ name: 'A', phone: '1', email: 'a@b.test' }, { phone: null, name: 'B' })).toEqual({
    name: 'B',
    phone: null,
    email: 'a@b.test',
  });
});

test('custom fields lie over each other one by one', () => {
  const below = {
    customFields: [
      { key: 'a', value: 1 },
      { key: 'b', value: 2 },
    ],
  };
  expect(laidOver(below, { customFields: [{ key: 'b', value: 3 }] })).toEqual({
    customFields: [
      { key: 'a', value: 1 },
      { key: 'b', value: 3 },
    ],
  });
  expect(laidOver(below, {})).toEqual(below);
});

test('an existing record is filled where it is empty, and null empties nothing', () => {
  const stored = { name: 'A', phone: null, tags: [], website: 'w', customFields: [{ key: 'a', value: 1 }] };
  const values = {
    name: 'B',
    phone: '1',
    tags: ['x'],
    website: null,
    customFields: [
      { key: 'a', value: 2 },
      { key: 'b', value: 3 },
    ],
  };
  expect(filled(stored, values, false)).toEqual({ phone: '1', tags: ['x'], customFields: [{ key: 'b', value: 3 }] });
  expect(filled(stored, values, true)).toEqual(values);
});

test('what is wrong with a custom field is told by its path in the body, not among the values of the lead', () => {
  const given = { customFields: [{ key: 'b', value: 3 }] };
  const written = laidOver({ customFields: [{ key: 'a', value: 1 }] }, given);
  expect(givenPath('customFields[1].key', written, given)).toBe('customFields[0].key');
  expect(givenPath('customFields', written, given)).toBe('customFields');
  expect(givenPath('name', written, given)).toBe('name');
});
