import { requestParser } from '@rapport/http-contract/parsing';
import { AppError } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { resources } from './resources.ts';

const parse = requestParser(resources.customers.endpoints.create);

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

test('an address without any value counts as null', () => {
  expect(bodyOf({ name: 'a', address: {} })).toEqual(least);
  expect(bodyOf({ name: 'a', address: { city: ' ', line1: null } })).toEqual(least);
});
