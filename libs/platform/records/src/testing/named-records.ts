import {
  choice,
  integerBy,
  namedReference,
  reference,
  requiredReference,
  requiredText,
  text,
} from '../defining/column.ts';
import { defineByColumns, type RecordDefinition } from '../defining/definition.ts';
import type { Surface } from '../defining/surface.ts';
import { customerDefinition } from './customers.ts';

/** Resources whose records show names of each other, with the columns that matter for it: the tables are the tenants'. */
export const namedContacts = defineByColumns({
  resource: { name: 'contacts', number: 2, table: 'contact' },
  columns: {
    customerId: namedReference(customerDefinition, 'customerName'),
    firstName: text(),
    lastName: requiredText(),
  },
});

export const namedLeads = defineByColumns({
  resource: { name: 'leads', number: 3, table: 'lead' },
  columns: { firstName: text(), lastName: text(), companyName: text(), jobTitle: text() },
});

export const namedOpportunities = defineByColumns({
  resource: { name: 'opportunities', number: 4, table: 'opportunity' },
  columns: {
    name: requiredText(),
    customerId: namedReference(customerDefinition, 'customerName'),
    contactId: namedReference(namedContacts, 'contactName'),
    leadId: namedReference(namedLeads, 'leadName'),
    stage: choice('prospecting'),
    probability: integerBy({ column: 'stage', values: { prospecting: 10, qualification: 20 } }),
  },
  states: {
    member: 'stage',
    from: { prospecting: ['qualification'], qualification: ['prospecting'] },
    effects: { probability: { prospecting: { value: 10 }, qualification: { value: 20 } } },
  },
});

export const namedCampaigns = defineByColumns({
  resource: { name: 'campaigns', number: 6, table: 'campaign' },
  columns: { name: requiredText() },
});

/** Parts of campaigns and of contacts. */
export const namedMembers = defineByColumns({
  resource: { name: 'campaign_members', number: 9, table: 'campaign_member' },
  columns: {
    campaignId: requiredReference(namedCampaigns, 'campaignName'),
    contactId: reference(namedContacts),
    status: choice('added'),
  },
  seenBy: { parent: namedCampaigns, member: 'campaignId' },
  goesWith: ['contactId'],
  goesAfter: ['campaignId'],
});

export const namedRecords: readonly RecordDefinition[] = [
  customerDefinition,
  namedContacts,
  namedLeads,
  namedOpportunities,
];

export const contactSurface: Surface<typeof namedContacts.columns> = {
  shows: ['id', 'customerId', 'customerName'],
  writes: ['customerId', 'firstName', 'lastName'],
};

export const leadSurface: Surface<typeof namedLeads.columns> = {
  shows: ['id'],
  writes: ['firstName', 'lastName', 'companyName'],
};

export const opportunitySurface: Surface<typeof namedOpportunities.columns> = {
  shows: ['id', 'customerName', 'contactName', 'leadName'],
  writes: ['name', 'customerId', 'contactId', 'leadId', 'probability'],
};
