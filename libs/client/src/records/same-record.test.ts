import { expect, test } from 'vitest';
import { shows } from './same-record.ts';

const record = {
  id: 'a',
  name: 'Acme',
  email: null,
  address: { city: 'Oslo', line1: null },
  customFields: [
    { key: 'seats', value: 5 },
    { key: 'region', value: 'north' },
  ],
  lastModifiedOnUtc: '2026-01-02T00:00:00.000000Z',
};

test.each([
  ['the members that were sent', { name: 'Acme', email: null, address: { city: 'Oslo' } }],
  ['an older time, which no write sets', { name: 'Acme', lastModifiedOnUtc: '2026-01-01T00:00:00.000000Z' }],
  ['a member that was left out', { name: 'Acme', email: undefined }],
  [
    'custom fields in part, one cleared that is not there',
    {
      customFields: [
        { key: 'seats', value: 5 },
        { key: 'x', value: '' },
      ],
    },
  ],
])('a record shows %s', (_, body) => expect(shows(record, body)).toBe(true));

test.each([
  ['another name', { name: 'Other' }],
  ['a value where there is none', { email: 'a@b.example' }],
  ['another part of the address', { address: { city: 'Oslo', line1: 'x' } }],
  ['another custom field', { customFields: [{ key: 'seats', value: 6 }] }],
])('a record does not show %s', (_, body) => expect(shows(record, body)).toBe(false));
