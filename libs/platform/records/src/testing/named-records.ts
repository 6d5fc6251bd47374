import { kinds } from '@rapport/kinds';
import { defineRecords } from '../defining/define-records.ts';
import type { RecordDefinition } from '../defining/definition.ts';
import type { Surface } from '../defining/surface.ts';
import { customerDefinition } from './customers.ts';

/** Kinds whose records show names of each other. */
export const namedContacts = defineRecords(kinds.contacts, { indexed: ['customerId'] });
export const namedLeads = defineRecords(kinds.leads, { indexed: ['status', 'source'] });
export const namedOpportunities = defineRecords(kinds.opportunities, { indexed: [] });

export const namedCampaigns = defineRecords(kinds.campaigns, { indexed: ['status', 'campaignType', 'startDate'] });

/** Parts of campaigns and of contacts. */
export const namedMembers = defineRecords(kinds.campaignMembers, {
  goesWith: ['contactId'],
  goesAfter: ['campaignId'],
  indexed: [],
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
