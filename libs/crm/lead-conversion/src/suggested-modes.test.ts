import { expect, test } from 'vitest';
import type { ConversionRights } from './conversion-rights.ts';
import { mappedLead } from './lead-mapping.ts';
import type { Candidate } from './matches.ts';
import { suggestedContact, suggestedCustomer, suggestedOpportunity } from './suggested-modes.ts';

const strong: Candidate = { id: 'a', code: null, name: 'A', customerId: null, matchedOn: ['email'], score: 90 };
const weak: Candidate = { ...strong, matchedOn: ['phone'], score: 60 };
const hidden: Candidate = { ...strong, id: null, name: null };
const lead = mappedLead({ lastName: 'Kaya' }, []);

function rightsWithout(...missing: string[]): ConversionRights {
  return { has: (permission) => !missing.includes(permission), require: () => undefined };
}

test.each([
  [[], { mode: 'create', existingId: null }],
  [[weak], { mode: 'create', existingId: null }],
  [[hidden], { mode: 'create', existingId: null }],
  [[hidden, strong, { ...strong, id: 'b' }], { mode: 'existing', existingId: 'a' }],
])('the customer is the first strong match that the caller sees, else a new one', (customer, suggestion) => {
  expect(suggestedCustomer({ customer, contact: [] })).toEqual(suggestion);
});

test('the contact is a strong match of the same customer or of none', () => {
  const foreign = { ...strong, customerId: 'other' };
  const suggest = (...contact: Candidate[]) =>
    suggestedContact({ customer: [], contact }, 'customer', lead, rightsWithout());
  expect(suggest(foreign).mode).toBe('create');
  expect(suggest(foreign, strong)).toEqual({ mode: 'existing', existingId: 'a' });
  expect(suggest({ ...strong, customerId: 'customer' }).mode).toBe('existing');
});

test('no contact is made of a lead without a last name', () => {
  const company = mappedLead({ companyName: 'A', lastName: null }, []);
  expect(suggestedContact({ customer: [], contact: [] }, null, company, rightsWithout()).mode).toBe('none');
});

test('what the caller may not write is left out', () => {
  const without = rightsWithout('contacts.write', 'opportunities.write');
  expect(suggestedContact({ customer: [], contact: [strong] }, null, lead, without).mode).toBe('none');
  expect(suggestedOpportunity(without).mode).toBe('none');
  expect(suggestedOpportunity(rightsWithout()).mode).toBe('create');
});
