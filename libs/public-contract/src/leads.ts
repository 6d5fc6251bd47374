import {
  amount,
  choice,
  currency,
  email,
  phone,
  readOnly,
  reference,
  text,
  website,
} from '@rapport/http-contract/members';
import { z } from 'zod';
import { address } from './address.ts';
import { exampleAddress, exampleIds } from './example-records.ts';
import { publicResource } from './public-resource.ts';
import { sources } from './sources.ts';

export const leads = publicResource({
  name: 'leads',
  singular: 'Lead',
  members: {
    firstName: text(200),
    lastName: text(200).describe('A lead has a last name or a company name.'),
    companyName: text(200),
    jobTitle: text(200),
    email: email(),
    phone: phone(),
    mobilePhone: phone(),
    website: website(),
    source: choice(sources),
    rating: choice(['hot', 'warm', 'cold']),
    industry: text(200),
    estimatedValue: amount(),
    currency: currency(),
    address: address(),
    campaignId: reference(),
    description: text(4000),
    status: readOnly(z.enum(['new', 'contacted', 'nurturing', 'qualified', 'unqualified', 'converted'])),
  },
  rules: [{ oneOf: ['lastName', 'companyName'], at: 'lastName', message: 'Send a lastName or a companyName.' }],
  conflicts: ['lead_converted'],
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
