import { oneOf } from '@rapport/http-contract';
import { amount, choice, choiceOr, currency, keyedEmail, phone, text, time, website } from '@rapport/members';
import { namedList } from '@rapport/members/fields';
import { address } from './members/address.ts';
import { campaigns } from './campaigns.ts';
import { exampleLead } from './examples/example-records.ts';
import { synchronisedKind } from './kind/kind.ts';
import { nameOf, reference, weakReferenceByStep } from './kind/relations.ts';
import type { Steps } from './kind/states.ts';
import { sources } from './members/sources.ts';

/** The leads that may still become customers. */
export const openLeadStatuses = ['new', 'contacted', 'nurturing', 'qualified'] as const;

export const leadStatuses = namedList('LeadStatus', [...openLeadStatuses, 'unqualified', 'converted']);

/** A conversion alone leads to the last one. */
const steps: Steps<typeof leadStatuses> = {
  new: ['contacted', 'nurturing', 'qualified', 'unqualified'],
  contacted: ['nurturing', 'qualified', 'unqualified'],
  nurturing: ['contacted', 'qualified', 'unqualified'],
  qualified: ['contacted', 'nurturing', 'unqualified'],
  unqualified: ['new'],
  converted: [],
};

const ratings = namedList('LeadRating', ['hot', 'warm', 'cold']);
const converted = 'Null where the lead is not converted, or it is gone.';

export const leads = synchronisedKind({
  resource: { name: 'leads', number: 3, table: 'lead', isCounted: true },
  called: { one: 'a lead', many: 'leads' },
  about: 'People and companies that may become customers.',
  members: {
    firstName: text(200),
    lastName: text(200).describe('A lead has a last name or a company name.'),
    companyName: text(200),
    jobTitle: text(200),
    email: keyedEmail(),
    phone: phone(),
    mobilePhone: phone(),
    website: website(),
    source: choice(sources),
    rating: choice(ratings),
    industry: text(200),
    estimatedValue: amount(),
    currency: currency(),
    address: address(),
    campaignId: reference(campaigns),
    description: text(4000),
    status: choiceOr(leadStatuses, 'new').readOnly(),
    campaignName: nameOf('campaignId', 'the campaign'),
    lostReason: text(500),
    convertedOnUtc: time().readOnly(),
    convertedCustomerId: weakReferenceByStep('customer', converted),
    convertedContactId: weakReferenceByStep('contact', converted),
    convertedOpportunityId: weakReferenceByStep('opportunity', converted),
  },
  rules: [oneOf(['lastName', 'companyName'], { at: 'lastName', message: 'Send a lastName or a companyName.' })],
  states: {
    member: 'status',
    from: steps,
    reason: { member: 'lostReason', states: ['unqualified'], isRequired: false },
    otherwise: { converted: 'POST /api/v1/lead/convert converts a lead.' },
  },
  search: {
    words: ['firstName', 'lastName', 'companyName', 'email', 'phone', 'mobilePhone'],
    filters: ['status', 'source', 'ownerUserId', 'rating', 'campaignId', 'email', 'companyName'],
    sorts: ['companyName', 'lastName'],
  },
  example: exampleLead,
});
