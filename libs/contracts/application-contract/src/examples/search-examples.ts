import type { Example } from '@rapport/http-contract';
import { exampleIds } from './example-ids.ts';

/** The bodies of the searches of everything else, by operation. */
export const searchExamples = {
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
