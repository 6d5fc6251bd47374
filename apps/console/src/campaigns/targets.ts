import { api, dataOf } from '../api/api.ts';
import { listOf, type AnyRecord } from '../lists/records.ts';

/** The kinds of records that a campaign addresses, by the words for the types of its members. */
export const targets = {
  contact: { list: 'contacts', id: 'contactId', ids: 'contactIds' },
  lead: { list: 'leads', id: 'leadId', ids: 'leadIds' },
  customer: { list: 'customers', id: 'customerId', ids: 'customerIds' },
} as const;

export type Target = keyof typeof targets;

export interface Addition {
  readonly campaignId: string;
  readonly contactIds?: string[];
  readonly leadIds?: string[];
  readonly customerIds?: string[];
  readonly status?: string;
}

/** Adds members, and gives those that are there already the status. */
export function addMembers(body: Addition, key: string): Promise<unknown> {
  return dataOf(api.addCampaignMember({ body: { ...body }, headers: { 'idempotency-key': key } }));
}

export function targetOf(member: AnyRecord): { readonly target: Target; readonly id: string } | undefined {
  const target = member['memberType'] as Target;
  const id = member[targets[target].id];
  return typeof id === 'string' ? { target, id } : undefined;
}

export const memberStatuses: readonly string[] = listOf('campaignMembers').members['status']?.words ?? [];
