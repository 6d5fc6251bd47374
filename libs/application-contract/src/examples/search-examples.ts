import type { Example } from '@rapport/http-contract';
import { exampleIds } from './example-ids.ts';

const since = { field: 'lastModifiedOnUtc', operator: 'gte', value: '2026-01-31T00:00:00Z' };

/** The bodies of searches, by operation: a filter in short, one by its field, words, and a page. */
export const searchExamples = {
  searchCustomer: {
    body: { searchText: 'engines', customerType: 'customer', filters: [since], sortBy: 'name', pageSize: 50 },
  },
  searchContact: { body: { customerId: exampleIds.customer, sortBy: 'lastName', sortDirection: 'asc' } },
  searchLead: { body: { status: ['new', 'contacted'], source: ['campaign', 'web'], pageNumber: 1, pageSize: 50 } },
  searchOpportunity: {
    body: {
      filters: [
        { field: 'stage', operator: 'in', value: ['proposal', 'negotiation'] },
        { field: 'amount', operator: 'gte', value: 10_000 },
      ],
      sortBy: 'expectedCloseDate',
    },
  },
  searchActivity: {
    body: { status: ['plan', 'inProgress'], dueTo: '2026-12-31T00:00:00Z', ownerUserId: exampleIds.owner },
  },
  searchCampaign: { body: { status: ['active'], campaignType: ['event'] } },
  searchCampaignMember: { body: { campaignId: exampleIds.campaign, status: ['sent'] } },
  searchCustomerGroup: { body: { filters: [{ field: 'isActive', operator: 'eq', value: true }] } },
  searchCustomerShippingAddress: { body: { customerId: exampleIds.customer } },
  searchCustomerTimeline: { body: { customerId: exampleIds.customer, types: ['activity', 'note'] } },
  searchMaktEmail: { body: { status: ['draft'], sortBy: 'name' } },
  searchUser: { body: { isActive: true, role: 'fieldSales' } },
  searchRole: { body: { searchText: 'sales', isActive: true } },
  searchTeam: { body: { isActive: true } },
  searchApiClient: { body: { isActive: true, sortBy: 'lastUsedOnUtc', sortDirection: 'desc' } },
  searchApiClientAudit: { body: { event: 'token.denied', from: '2026-01-31T00:00:00Z' } },
  searchCustomField: { body: { module: 'customers' } },
} as const satisfies Readonly<Record<string, Example>>;
