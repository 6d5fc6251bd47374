import { contacts, customers, leads, opportunities } from '@rapport/crm-records';
import { implement, type Route } from '@rapport/http-contract';
import * as contract from '@rapport/public-contract';
import {
  SyncedRecords,
  type Columns,
  type MembersOf,
  type RecordDefinition,
  type RecordInput,
  type Surface,
  type SyncedParts,
} from '@rapport/records';
import type { z } from 'zod';
import type { PublicContext } from '../guards.ts';
import { recordHandlers } from './record-handlers.ts';

/** The operations of every resource. A contract whose types do not fit the definition does not compile. */
export function recordRoutes(parts: SyncedParts): Route<PublicContext>[] {
  return [
    ...routesOf(contract.customers, customers, parts),
    ...routesOf(contract.contacts, contacts, parts),
    ...routesOf(contract.leads, leads, parts),
    ...routesOf(contract.opportunities, opportunities, parts),
  ];
}

/** A resource of the contract that fits the columns of a definition. */
export interface Fitting<C extends Columns> extends Surface<C> {
  readonly record: z.ZodType<Partial<MembersOf<C>>>;
  readonly body: z.ZodType<RecordInput<C>>;
  readonly endpoints: contract.ResourceEndpoints<z.ZodType<RecordInput<C>>>;
}

function routesOf<C extends Columns>(
  resource: Fitting<C>,
  definition: RecordDefinition<C>,
  parts: SyncedParts,
): readonly Route<PublicContext>[] {
  const records = new SyncedRecords(definition, resource, parts);
  const { create, update } = resource.endpoints;
  return implement(resource.endpoints)<PublicContext>(recordHandlers(records, resource.body)).map((route) => {
    const act = route.endpoint === create ? 'create' : route.endpoint === update ? 'update' : null;
    return act === null
      ? route
      : { ...route, furtherProblems: (context, body) => records.customFieldProblems(context, body, act) };
  });
}
