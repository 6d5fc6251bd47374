import { expect, test } from 'vitest';
import { shows } from './same-record.ts';

const record = {
  id: 'a',
  code: 'C-000001',
  name: 'Acme',
  customerType: 'customer',
  isActive: true,
  stage: 'proposal',
  probability: 50,
  email: null,
  address: { city: 'Oslo', line1: null },
  customFields: [
    { key: 'seats', value: 5 },
    { key: 'region', value: 'north' },
  ],
  lastModifiedOnUtc: '2026-01-02T00:00:00.000000Z',
};

const written = { name: 'Acme', address: { city: 'Oslo' } };

test.each([
  ['the members that were sent', { ...written, email: null }],
  ['an older time, which no write sets', { ...written, lastModifiedOnUtc: '2026-01-01T00:00:00.000000Z' }],
  ['a member that was left out', { ...written, email: undefined }],
  ['a member that a write leaves alone', { ...written, code: 'C-000001' }],
  [
    'custom fields in part, one cleared that is not there',
    {
      ...written,
      customFields: [
        { key: 'seats', value: 5 },
        { key: 'x', value: '' },
      ],
    },
  ],
])('a record shows %s', (_, body) => expect(shows(record, body)).toBe(true));

test.each([
  ['another name', { ...written, name: 'Other' }],
  ['a value where there is none', { ...written, email: 'a@b.example' }],
  ['another part of the address', { ...written, address: { city: 'Oslo', line1: 'x' } }],
  ['another custom field', { ...written, customFields: [{ key: 'seats', value: 6 }] }],
  ['an address that a write would empty', { name: 'Acme' }],
  ['a part of an address that a write would empty', { ...written, address: {} }],
])('a record does not show %s', (_, body) => expect(shows(record, body)).toBe(false));

test.each([{ isActive: false }, { customerType: 'prospect' }, { probability: 40 }, { doNotCall: true }])(
  'a record of another writer with %j is not what a body without that made',
  (other) => expect(shows({ ...record, ...other }, written)).toBe(false),
);
