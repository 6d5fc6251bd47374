import type { Example } from '@rapport/http-contract';
import { exampleIds } from './example-ids.ts';

const address = { line1: '12 St James’s Square', city: 'London', postalCode: 'SW1Y 4JH', countryCode: 'GB' };

const customer = {
  code: 'C-000042',
  name: 'Analytical Engines Ltd',
  customerType: 'customer',
  email: 'office@engines.example',
  phone: '+44 20 7946 0000',
  website: 'https://engines.example',
  currency: 'GBP',
  customerGroupId: exampleIds.customerGroup,
  creditLimit: 25_000,
  paymentTermDays: 30,
  tags: ['machinery', 'key account'],
  address,
  customFields: [{ key: 'region', value: 'north' }],
};

const contact = {
  customerId: exampleIds.customer,
  firstName: 'Ada',
  lastName: 'King',
  jobTitle: 'Head of engines',
  email: 'ada@engines.example',
  isPrimary: true,
};

const lead = {
  firstName: 'Luigi',
  lastName: 'Menabrea',
  companyName: 'Turin Instruments',
  email: 'luigi@turin.example',
  source: 'campaign',
  rating: 'hot',
  estimatedValue: 12_500,
  currency: 'EUR',
  campaignId: exampleIds.campaign,
};

const opportunity = {
  name: 'Two engines for London',
  customerId: exampleIds.customer,
  contactId: exampleIds.contact,
  amount: 90_000,
  currency: 'GBP',
  probability: 40,
  expectedCloseDate: '2026-12-18',
};

const activity = {
  subject: 'Show the new engine',
  activityType: 'meeting',
  priority: 'high',
  startOnUtc: '2026-12-01T09:00:00Z',
  endOnUtc: '2026-12-01T10:00:00Z',
  customerId: exampleIds.customer,
  contactId: exampleIds.contact,
  participantContactIds: [exampleIds.contact],
};

const campaign = {
  code: 'SPRING',
  name: 'Spring fair',
  campaignType: 'event',
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  budget: 4_000,
  currency: 'GBP',
};

const customerGroup = { code: 'IND', name: 'Industry', description: 'Who builds machines.' };

const shippingAddress = {
  customerId: exampleIds.customer,
  title: 'Depot',
  recipientName: 'Ada King',
  addressLine1: 'Unit 4, Wharf Road',
  city: 'London',
  postalCode: 'N1 7GR',
  countryCode: 'GB',
  isDefault: true,
};

/** The bodies that make and replace records, by operation, in an order in which each finds what it names. */
export const recordExamples = {
  createCustomerGroup: { body: customerGroup },
  createCustomer: { body: customer },
  createContact: { body: contact },
  createCampaign: { body: campaign },
  createLead: { body: lead },
  createOpportunity: { body: opportunity },
  createActivity: { body: activity },
  createCustomerShippingAddress: { body: shippingAddress },
  createMaktEmail: {
    query: { Name: 'Spring letter', Subject: 'New engines, {{firstName}}', SegmentId: exampleIds.campaign },
  },
  addCampaignMember: {
    body: { campaignId: exampleIds.campaign, contactIds: [exampleIds.contact], status: 'sent' },
  },
  updateCustomerGroup: { body: { ...customerGroup, id: exampleIds.customerGroup, name: 'Industry and crafts' } },
  updateCustomer: { body: { ...customer, id: exampleIds.customer, creditLimit: 30_000 } },
  updateContact: { body: { ...contact, id: exampleIds.contact, jobTitle: 'Director' } },
  updateCampaign: { body: { ...campaign, id: exampleIds.campaign, actualCost: 3_750 } },
  updateLead: { body: { ...lead, id: exampleIds.lead, rating: 'warm' } },
  updateOpportunity: { body: { ...opportunity, id: exampleIds.opportunity, probability: 60 } },
  updateActivity: { body: { ...activity, id: exampleIds.activity, location: 'Wharf Road' } },
  updateCustomerShippingAddress: {
    body: { ...shippingAddress, id: exampleIds.shippingAddress, deliveryNote: 'Ring twice.' },
  },
} as const satisfies Readonly<Record<string, Example>>;

/** The conversion of the lead, after which it is no lead any more. */
export const conversionExamples = {
  executeLeadConversion: {
    body: {
      leadId: exampleIds.lead,
      customer: { mode: 'create', values: { customerType: 'customer', currency: 'EUR' } },
      contact: { mode: 'create' },
      opportunity: { mode: 'create', values: { name: 'First instruments for Turin', amount: 12_500 } },
    },
  },
} as const satisfies Readonly<Record<string, Example>>;
