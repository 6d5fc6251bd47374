import { namedList, oneOf } from '@rapport/http-contract';
import { amount, currency, email, phone, readOnly, reference, text, website } from '@rapport/http-contract/members';
import { leadStatuses } from '@rapport/kinds';
import { z } from 'zod';
import { address } from './address.ts';
import type { Choices } from './choices.ts';
import { sources } from './sources.ts';

export const leadRatings = namedList('LeadRating', ['hot', 'warm', 'cold']);

/** What a lead is on every surface. */
export function leadMembers({ choice }: Choices) {
  return {
    firstName: text(200),
    lastName: text(200).describe('A lead has a last name or a company name.'),
    companyName: text(200),
    jobTitle: text(200),
    email: email(),
    phone: phone(),
    mobilePhone: phone(),
    website: website(),
    source: choice(sources),
    rating: choice(leadRatings),
    industry: text(200),
    estimatedValue: amount(),
    currency: currency(),
    address: address(),
    campaignId: reference(),
    description: text(4000),
    status: readOnly(z.enum(leadStatuses)),
  };
}

export const leadRules = [
  oneOf(['lastName', 'companyName'], { at: 'lastName', message: 'Send a lastName or a companyName.' }),
];
