import { keysOf } from '@rapport/kernel';
import { records as definitions } from '@rapport/crm-records';
import { implement, type Route } from '@rapport/http-contract';
import { resources, type ResourceEndpoints } from '@rapport/public-contract';
import {
  SyncedRecords,
  type Columns,
  type MembersOf,
  type RecordDefinition,
  type RecordInput,
  type Surface,
  type SyncedNeeds,
} from '@rapport/records';
import type { z } from 'zod';
import type { PublicContext } from '../guards.ts';
import { recordHandlers } from './record-handlers.ts';

/** The operations of every resource. */
export function recordRoutes(needs: SyncedNeeds): Route<PublicContext>[] {
  return keysOf(fitting).flatMap((name) => routesOfKind(name, needs));
}

/** A resource of the contract that fits the columns of a definition. */
export interface Fitting<C extends Columns> extends Surface<C> {
  readonly record: z.ZodType<Partial<MembersOf<C>>>;
  readonly body: z.ZodType<RecordInput<C>>;
  readonly endpoints: ResourceEndpoints<z.ZodType<RecordInput<C>>>;
}

type ColumnsByKind = { readonly [Name in keyof typeof resources]: (typeof definitions)[Name]['columns'] };

/** A contract whose types do not fit the definition does not compile. */
const fitting: { readonly [Name in keyof ColumnsByKind]: Fitting<ColumnsByKind[Name]> } = resources;
const defined: { readonly [Name in keyof ColumnsByKind]: RecordDefinition<ColumnsByKind[Name]> } = definitions;

function routesOfKind<Name extends keyof ColumnsByKind>(name: Name, needs: SyncedNeeds) {
  return routesOf<ColumnsByKind[Name]>(fitting[name], defined[name], needs);
}

function routesOf<C extends Columns>(
  resource: Fitting<C>,
  definition: RecordDefinition<C>,
  needs: SyncedNeeds,
): readonly Route<PublicContext>[] {
  const records = new SyncedRecords(definition, resource, needs);
  const { create, update } = resource.endpoints;
  return implement(resource.endpoints)<PublicContext>(recordHandlers(records, resource.body)).map((route) => {
    const act = route.endpoint === create ? 'create' : route.endpoint === update ? 'update' : null;
    return act === null
      ? route
      : { ...route, furtherProblems: (context, body) => records.customFieldProblems(context, body, act) };
  });
}
