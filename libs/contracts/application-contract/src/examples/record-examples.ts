import type { Example } from '@rapport/http-contract';
import { exampleIds } from './example-ids.ts';

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

/** The bodies that make and replace records without owners, by operation. */
export const recordExamples = {
  createCustomerGroup: { body: customerGroup },
  createCustomerShippingAddress: { body: shippingAddress },
  createMaktEmail: {
    query: { Name: 'Spring letter', Subject: 'New engines, {{firstName}}', SegmentId: exampleIds.campaign },
  },
  addCampaignMember: {
    body: { campaignId: exampleIds.campaign, contactIds: [exampleIds.contact], status: 'sent' },
  },
  updateCustomerGroup: { body: { ...customerGroup, id: exampleIds.customerGroup, name: 'Industry and crafts' } },
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
