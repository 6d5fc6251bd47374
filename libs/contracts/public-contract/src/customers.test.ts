import { requestParser } from '@rapport/http-contract/parsing';
import { AppError } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { resources } from './resources.ts';

const parse = requestParser(resources.customers.endpoints.create);
const id = '01890000-0000-7000-8000-000000000000';

function bodyOf(value: unknown): unknown {
  try {
    return parse({ params: {}, search: '', headers: {}, body: { value, errors: undefined } }).body;
  } catch (error) {
    return error instanceof AppError ? error.errors : error;
  }
}

const least = {
  code: undefined,
  name: 'a',
  customerType: 'customer',
  email: null,
  phone: null,
  website: null,
  taxNumber: null,
  taxOffice: null,
  industry: null,
  currency: null,
  customerGroupId: null,
  ownerUserId: undefined,
  isActive: true,
  address: null,
  description: null,
  externalId: undefined,
  customFields: undefined,
};

test('a member of a customer that was not sent takes its default, or is kept', () => {
  expect(bodyOf({ name: 'a' })).toEqual(least);
});

test('null counts as left out for code and owner of a customer, and stays null for the external id', () => {
  expect(bodyOf({ name: 'a', code: null, ownerUserId: null, externalId: null })).toEqual({
    ...least,
    externalId: null,
  });
});

test('null counts as left out for every member of a customer that may be left out', () => {
  const optional = Object.keys(least).filter((member) => !['name', 'externalId'].includes(member));
  expect(bodyOf({ name: 'a', ...Object.fromEntries(optional.map((member) => [member, null])) })).toEqual(least);
});

test('the body of an answer is taken as a request', () => {
  const kept = {
    code: 'C-000001',
    name: 'a',
    customerType: 'prospect',
    email: 'a@example.test',
    phone: '1',
    website: 'https://example.test',
    taxNumber: '1',
    taxOffice: 'x',
    industry: 'x',
    currency: 'EUR',
    customerGroupId: null,
    ownerUserId: id,
    isActive: false,
    address: { line1: 'x', line2: null, district: null, city: null, state: null, postalCode: null, countryCode: 'TR' },
    description: 'x',
    externalId: 'x',
    customFields: [],
  };
  const times = { createdOnUtc: '2026-01-31T09:30:00.123456Z', lastModifiedOnUtc: '2026-01-31T09:30:00.123456Z' };
  expect(bodyOf({ id, ...times, ...kept })).toEqual(kept);
});

test.each([
  [{ name: 'a', address: { city: 'x', planet: 'Earth' } }, ['address.planet']],
  [{ name: 'a', address: { countryCode: 'Turkey' } }, ['address.countryCode']],
  [{ name: 'a', address: [] }, ['address']],
  [{ name: 'a', customerType: 'Customer' }, ['customerType']],
  [{ name: 'a', isActive: 'true' }, ['isActive']],
  [{ name: 'a', customerGroupId: 'x' }, ['customerGroupId']],
  [{ name: 'a', customFields: 'k' }, ['customFields']],
  [{ name: 'a', customFields: [{ key: 'k', value: true }] }, ['customFields[0].value']],
  [{ name: 'a', customFields: [{ key: 'k' }, 7] }, ['customFields[0].value', 'customFields[1]']],
  [
    { description: 'x'.repeat(4001), nonsense: 1, ownerUserId: 'x', externalId: '' },
    ['ownerUserId', 'description', 'externalId', 'nonsense', 'name'],
  ],
])('the customer %j is refused with every path that is wrong', (body, paths: string[]) => {
  const reported = Object.keys(bodyOf(body) as object);
  expect(reported.toSorted()).toEqual(paths.toSorted());
});

test('a customer may have a hundred values of custom fields at most', () => {
  const customFields = Array.from({ length: 101 }, (_, index) => ({ key: `k${index}`, value: 1 }));
  expect(bodyOf({ name: 'a', customFields })).toEqual({ customFields: ['This may have at most 100 items.'] });
});

test('an address without any value counts as null', () => {
  expect(bodyOf({ name: 'a', address: {} })).toEqual(least);
  expect(bodyOf({ name: 'a', address: { city: ' ', line1: null } })).toEqual(least);
});
