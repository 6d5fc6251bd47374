import { contractOf } from '@rapport/http-contract';
import { readOnly } from '@rapport/members';
import { activityStatusNumbers, kinds } from '@rapport/kinds';
import { z } from 'zod';
import { customers } from './customers.ts';
import { exampleIds } from './examples/example-ids.ts';
import { recordGroup } from './record-group.ts';
import { forReason, stepped } from './stepped-group.ts';

/** The kinds of records with owners as this surface has them. What takes more than its entry stands in a file of its own. */
export const recordGroups = {
  customers,
  contacts: recordGroup(kinds.contacts, {
    group: 'contact',
    singular: 'Contact',
    shortcuts: {
      customerId: { field: 'customerId', operator: 'eq' },
      email: { field: 'email', operator: 'eq' },
    },
    example: {
      id: exampleIds.contact,
      create: {
        customerId: exampleIds.customer,
        firstName: 'Ada',
        lastName: 'King',
        jobTitle: 'Head of engines',
        email: 'ada@engines.example',
        isPrimary: true,
      },
      update: { jobTitle: 'Director' },
      search: { customerId: exampleIds.customer, sortBy: 'lastName', sortDirection: 'asc' },
    },
  }),
  leads: forReason(
    stepped(
      recordGroup(kinds.leads, {
        group: 'lead',
        singular: 'Lead',
        updateConflicts: ['lead_converted'],
        shortcuts: {
          status: { field: 'status', operator: 'in' },
          source: { field: 'source', operator: 'in' },
          ownerUserId: { field: 'ownerUserId', operator: 'eq' },
        },
        about: 'People and companies that may become customers, and their conversion.',
        example: {
          id: exampleIds.lead,
          create: {
            firstName: 'Luigi',
            lastName: 'Menabrea',
            companyName: 'Turin Instruments',
            email: 'luigi@turin.example',
            source: 'campaign',
            rating: 'hot',
            estimatedValue: 12_500,
            currency: 'EUR',
            campaignId: exampleIds.campaign,
          },
          update: { rating: 'warm' },
          search: { status: ['new', 'contacted'], source: ['campaign', 'web'], pageNumber: 1, pageSize: 50 },
        },
      }),
      'status',
      {
        summary: 'Bring a lead into a status; only a conversion makes it converted',
        errors: ['lead_converted'],
      },
    ),
  ),
  opportunities: forReason(
    stepped(
      recordGroup(kinds.opportunities, {
        group: 'opportunity',
        singular: 'Opportunity',
        example: {
          id: exampleIds.opportunity,
          create: {
            name: 'Two engines for London',
            customerId: exampleIds.customer,
            contactId: exampleIds.contact,
            amount: 90_000,
            currency: 'GBP',
            probability: 40,
            expectedCloseDate: '2026-12-18',
          },
          update: { probability: 60 },
          search: {
            filters: [
              { field: 'stage', operator: 'in', value: ['proposal', 'negotiation'] },
              { field: 'amount', operator: 'gte', value: 10_000 },
            ],
            sortBy: 'expectedCloseDate',
          },
        },
      }),
      'stage',
      {
        summary: 'Bring an opportunity to a stage; from a closed one to an open one it takes opportunity.reopen too',
      },
    ),
  ),
  activities: stepped(
    recordGroup(kinds.activities, {
      group: 'activity',
      singular: 'Activity',
      updateConflicts: ['invalid_transition'],
      deleteConflicts: [],
      shortcuts: {
        status: { field: 'status', operator: 'in' },
        activityType: { field: 'activityType', operator: 'in' },
        customerId: { field: 'customerId', operator: 'eq' },
        contactId: { field: 'contactId', operator: 'eq' },
        leadId: { field: 'leadId', operator: 'eq' },
        opportunityId: { field: 'opportunityId', operator: 'eq' },
        dueFrom: { field: 'dueOnUtc', operator: 'gte' },
        dueTo: { field: 'dueOnUtc', operator: 'lt' },
        ownerUserId: { field: 'ownerUserId', operator: 'eq' },
      },
      example: {
        id: exampleIds.activity,
        create: {
          subject: 'Show the new engine',
          activityType: 'meeting',
          priority: 'high',
          startOnUtc: '2026-12-01T09:00:00Z',
          endOnUtc: '2026-12-01T10:00:00Z',
          customerId: exampleIds.customer,
          contactId: exampleIds.contact,
          participantContactIds: [exampleIds.contact],
        },
        update: { location: 'Wharf Road' },
        search: { status: ['plan', 'inProgress'], dueTo: '2026-12-31T00:00:00Z', ownerUserId: exampleIds.owner },
      },
    }),
    'status',
    { shown: activityStatusNumbers, summary: 'Bring an activity into a status' },
  ),
  campaigns: recordGroup(kinds.campaigns, {
    group: 'campaign',
    singular: 'Campaign',
    itemsAlone: { memberCount: readOnly(z.int()), respondedCount: readOnly(z.int()) },
    conflicts: ['code_conflict'],
    updateConflicts: ['hierarchy_cycle'],
    shortcuts: {
      status: { field: 'status', operator: 'in' },
      campaignType: { field: 'campaignType', operator: 'in' },
    },
    example: {
      id: exampleIds.campaign,
      create: {
        code: 'SPRING',
        name: 'Spring fair',
        campaignType: 'event',
        startDate: '2026-03-01',
        endDate: '2026-03-31',
        budget: 4_000,
        currency: 'GBP',
      },
      update: { actualCost: 3_750 },
      search: { status: ['active'], campaignType: ['event'] },
    },
  }),
} as const;

/** Every operation on records with owners. */
export const recordContract = contractOf(recordGroups);
