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
});
