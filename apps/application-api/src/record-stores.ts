import { activities, campaigns, contacts, customers, leads, opportunities } from '@rapport/crm-records';
import * as contract from '@rapport/application-contract';
import {
  RecordStore,
  type Columns,
  type MembersOf,
  type RecordDefinition,
  type RecordInput,
  type RecordParts,
  type Surface,
} from '@rapport/records';
import type { z } from 'zod';

/** The stores of the records with owners, as this surface has them. */
export type RecordStores = ReturnType<typeof recordStores>;

/** A contract whose types do not fit the definition does not compile. */
export function recordStores(parts: RecordParts) {
  return {
    customers: storeOf(customers, contract.customers, parts),
    contacts: storeOf(contacts, contract.contacts, parts),
    leads: storeOf(leads, contract.leads, parts),
    opportunities: storeOf(opportunities, contract.opportunities, parts),
    activities: storeOf(activities, contract.activities, parts),
    campaigns: storeOf(campaigns, contract.campaigns, parts),
  };
}

/** A kind of record of the contract that fits the columns of a definition. */
interface Fitting<C extends Columns> extends Surface<C> {
  readonly create: { readonly body: z.ZodType<RecordInput<C>> };
  readonly update: { readonly body: z.ZodType<RecordInput<C> & { readonly id: string }> };
  readonly get: { readonly success: { readonly body: z.ZodType<Partial<MembersOf<C>>> } };
}

function storeOf<C extends Columns>(
  definition: RecordDefinition<C>,
  surface: Fitting<C>,
  parts: RecordParts,
): RecordStore<C> {
  return new RecordStore(definition, surface, parts);
}
