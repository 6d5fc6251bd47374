import { expect, test } from 'vitest';
import { tableText } from './table-text.ts';

const tenants = [
  { tenantId: 'a', state: 'active', plan: { code: 'free' }, owners: [{ name: 'Ada', email: 'ada@example.com' }] },
  { tenantId: 'bcd', state: 'suspended', plan: { code: 'professional' }, owners: [] },
];

test('a list is a table with a column for each member', () => {
  expect(tableText({ tenants }, 100).split('\n')).toEqual([
    'tenantId  state      plan.code     owners',
    'a         active     free          Ada ada@example.com',
    'bcd       suspended  professional  -',
  ]);
});

test('a list that is wider than the terminal is shown item by item', () => {
  expect(tableText({ tenants: tenants.slice(1) }, 20).split('\n')).toEqual([
    'tenantId   bcd',
    'state      suspended',
    'plan.code  professional',
    '',
    'There are no owners.',
  ]);
});

test('single members are lines, nothing is a dash, and an empty list is said', () => {
  expect(tableText({ secret: 'x', expiresOnUtc: null, scopes: ['a', 'b'] }, 80)).toBe(
    'secret        x\nexpiresOnUtc  -\nscopes        a, b',
  );
  expect(tableText({ apiClients: [] }, 80)).toBe('There are no api clients.');
});
