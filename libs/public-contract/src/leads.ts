import * as kinds from '@rapport/kinds';
import { exampleAddress, exampleIds } from './example-records.ts';
import { publicResource } from './public-resource.ts';

export const leads = publicResource(kinds.leads, {
  singular: 'Lead',
  without: [
    'campaignName',
    'lostReason',
    'convertedOnUtc',
    'convertedCustomerId',
    'convertedContactId',
    'convertedOpportunityId',
  ],
  updateConflicts: ['lead_converted'],
  example: {
    id: exampleIds.leads,
    firstName: 'Charles',
    lastName: 'Babbage',
    companyName: 'Difference Works',
    jobTitle: 'Founder',
    email: 'charles@difference.example',
    phone: '+44 20 7946 0002',
    mobilePhone: '+44 7700 900002',
    website: 'https://difference.example',
    source: 'referral',
    rating: 'hot',
    industry: 'Machinery',
    estimatedValue: 17_000.5,
    currency: 'GBP',
    address: exampleAddress,
    campaignId: null,
    description: 'Asked for an engine at the fair.',
    status: 'new',
  },
});
