import { expect, test } from 'vitest';
import { mappedLead, type CustomFieldKind } from './lead-mapping.ts';

const address = { line1: 'Moda Cd. 1', city: 'İstanbul', countryCode: 'TR' };

const lead = {
  firstName: 'Ayşe',
  lastName: 'Kaya',
  companyName: 'Çınar Ltd',
  jobTitle: 'Owner',
  email: 'ayse@example.test',
  phone: '111',
  mobilePhone: '222',
  website: 'https://example.test/',
  source: 'partner',
  industry: 'Retail',
  estimatedValue: 12.5,
  currency: 'EUR',
  address,
  campaignId: 'campaign',
  description: 'Text',
  rating: 'hot',
  customFields: [],
};

test('every member of a lead goes where it belongs, and what belongs nowhere stays behind', () => {
  expect(mappedLead(lead, []).values).toEqual({
    customer: {
      name: 'Çınar Ltd',
      email: 'ayse@example.test',
      phone: '111',
      address,
      website: 'https://example.test/',
      industry: 'Retail',
    },
    contact: {
      firstName: 'Ayşe',
      lastName: 'Kaya',
      jobTitle: 'Owner',
      email: 'ayse@example.test',
      phone: '111',
      mobilePhone: '222',
      address,
    },
    opportunity: {
      name: 'Çınar Ltd',
      amount: 12.5,
      currency: 'EUR',
      source: 'partner',
      campaignId: 'campaign',
      description: 'Text',
    },
  });
});

test('a full name that is longer than a name may be is cut to the 200 characters that fit', () => {
  const { values } = mappedLead({ companyName: null, firstName: '👩'.repeat(150), lastName: 'ş'.repeat(150) }, []);
  const cut = `${'👩'.repeat(150)} ${'ş'.repeat(49)}`;
  expect([values.customer['name'], values.opportunity['name']]).toEqual([cut, cut]);
});

test('an estimate below zero goes nowhere, because no opportunity takes such an amount', () => {
  const { values, fieldMappings } = mappedLead({ ...lead, estimatedValue: -0.01 }, []);
  expect(values.opportunity).not.toHaveProperty('amount');
  expect(fieldMappings.map(({ target }) => target)).not.toContain('opportunity.amount');
});

test('a lead without a company gives its full name to the customer and the opportunity', () => {
  const { values, fieldMappings } = mappedLead({ ...lead, companyName: null }, []);
  expect([values.customer['name'], values.opportunity['name']]).toEqual(['Ayşe Kaya', 'Ayşe Kaya']);
  expect(fieldMappings).toContainEqual({ source: 'fullName', target: 'customer.name', value: 'Ayşe Kaya' });
  expect(mappedLead({ ...lead, companyName: null, firstName: null }, []).values.customer['name']).toBe('Kaya');
});

test('an empty member is mapped nowhere', () => {
  const { values, fieldMappings } = mappedLead({ ...lead, email: null }, []);
  expect(values.customer).not.toHaveProperty('email');
  expect(fieldMappings.map(({ source }) => source)).not.toContain('email');
});

test('a custom field goes to each field of equal key and type that can hold its value', () => {
  const customFields = [
    { key: 'size', value: 'large' },
    { key: 'score', value: 7 },
    { key: 'note', value: 'Text' },
  ];
  const kinds: CustomFieldKind[] = [
    { target: 'lead', key: 'size', fieldType: 'select', options: ['small', 'large'] },
    { target: 'lead', key: 'score', fieldType: 'number', options: [] },
    { target: 'lead', key: 'note', fieldType: 'text', options: [] },
    { target: 'customer', key: 'size', fieldType: 'select', options: ['large'] },
    { target: 'contact', key: 'size', fieldType: 'select', options: ['small'] },
    { target: 'opportunity', key: 'score', fieldType: 'number', options: [] },
    { target: 'customer', key: 'note', fieldType: 'textArea', options: [] },
  ];
  const { values, fieldMappings, unmappedCustomFields } = mappedLead({ ...lead, customFields }, kinds);
  expect(values.customer['customFields']).toEqual([{ key: 'size', value: 'large' }]);
  expect(values.contact).not.toHaveProperty('customFields');
  expect(values.opportunity['customFields']).toEqual([{ key: 'score', value: 7 }]);
  expect(fieldMappings).toContainEqual({
    source: 'customFields.score',
    target: 'opportunity.customFields.score',
    value: 7,
  });
  expect(unmappedCustomFields).toEqual(['note']);
});
