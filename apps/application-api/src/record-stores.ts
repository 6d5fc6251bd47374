import { keysOf } from '@rapport/kernel';
import { recordGroups, type GroupEndpoints } from '@rapport/application-contract';
import { records as definitions } from '@rapport/crm-records';
import {
  ManagedRecords,
  SteppedRecords,
  type Columns,
  type MembersOf,
  type RecordDefinition,
  type RecordInput,
  type RecordNeeds,
  type SearchedSurface,
} from '@rapport/records';
import type { z } from 'zod';

/** A kind of record of the contract that fits the columns of a definition. */
export interface Fitting<C extends Columns> extends SearchedSurface<C> {
  readonly endpoints: GroupEndpoints<
    z.ZodType<RecordInput<C>>,
    z.ZodType<RecordInput<C> & { readonly id: string }>,
    z.ZodType<Partial<MembersOf<C>>>
  >;
}

type ColumnsByKind = { readonly [Name in keyof typeof recordGroups]: (typeof definitions)[Name]['columns'] };

export type KindWithOwners = keyof ColumnsByKind;

/** A contract whose types do not fit the definition does not compile. */
export const fitting: { readonly [Name in KindWithOwners]: Fitting<ColumnsByKind[Name]> } = recordGroups;
const defined: { readonly [Name in KindWithOwners]: RecordDefinition<ColumnsByKind[Name]> } = definitions;

/** The stores of the records with owners, as this surface has them. */
export type RecordStores = { readonly [Name in KindWithOwners]: ManagedRecords<ColumnsByKind[Name]> };

export function recordStores(needs: RecordNeeds): RecordStores {
  const stores = keysOf(fitting).map((name) => [name, storeOfKind(name, needs)]);
  // Each is under the name of its kind.
  return Object.fromEntries(stores) as RecordStores;
}

function storeOfKind<Name extends KindWithOwners>(name: Name, needs: RecordNeeds) {
  return storeOf<ColumnsByKind[Name]>(defined[name], fitting[name], needs);
}

function storeOf<C extends Columns>(
  definition: RecordDefinition<C>,
  surface: Fitting<C>,
  needs: RecordNeeds,
): ManagedRecords<C> {
  const Store = definition.states ? SteppedRecords<C> : ManagedRecords<C>;
  return new Store(definition, surface, needs);
}
