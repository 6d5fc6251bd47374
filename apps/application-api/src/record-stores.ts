import { activities, campaigns, contacts, customers, leads, opportunities } from '@rapport/crm-records';
import * as contract from '@rapport/application-contract';
import {
  ManagedRecords,
  SteppedRecords,
  type Columns,
  type MembersOf,
  type RecordDefinition,
  type RecordInput,
  type RecordParts,
  type SearchedSurface,
} from '@rapport/records';
import type { z } from 'zod';

/** The stores of the records with owners, as this surface has them. */
export type RecordStores = ReturnType<typeof recordStores>;

/** A contract whose types do not fit the definition does not compile. */
export function recordStores(parts: RecordParts) {
  return {
    customers: storeOf(customers, contract.customers, parts),
    contacts: storeOf(contacts, contract.contacts, parts),
    leads: steppedStoreOf(leads, contract.leads, parts),
    opportunities: steppedStoreOf(opportunities, contract.opportunities, parts),
    activities: steppedStoreOf(activities, contract.activities, parts),
    campaigns: storeOf(campaigns, contract.campaigns, parts),
  };
}

/** A kind of record of the contract that fits the columns of a definition. */
interface Fitting<C extends Columns> extends SearchedSurface<C> {
  readonly create: { readonly body: z.ZodType<RecordInput<C>> };
  readonly update: { readonly body: z.ZodType<RecordInput<C> & { readonly id: string }> };
  readonly get: { readonly success: { readonly body: z.ZodType<Partial<MembersOf<C>>> } };
}

function storeOf<C extends Columns>(
  definition: RecordDefinition<C>,
  surface: Fitting<C>,
  parts: RecordParts,
): ManagedRecords<C> {
  return new ManagedRecords(definition, surface, parts);
}

/** The store of a kind whose records go from state to state. */
function steppedStoreOf<C extends Columns>(
  definition: RecordDefinition<C>,
  surface: Fitting<C>,
  parts: RecordParts,
): SteppedRecords<C> {
  return new SteppedRecords(definition, surface, parts);
}
