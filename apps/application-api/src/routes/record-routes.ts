import { keysOf } from '@rapport/kernel';
import { implement, type Route } from '@rapport/http-contract';
import { SteppedRecords, type Columns, type ManagedRecords } from '@rapport/records';
import type { ApplicationContext } from '../guards.ts';
import { fitting, type Fitting, type RecordStores } from '../record-stores.ts';
import { recordHandlers, toldOfCustomFields } from './record-handlers.ts';
import { stateSetter } from './state-setter.ts';

/** The operations of the records with owners. */
export function recordRoutes(stores: RecordStores): Route<ApplicationContext>[] {
  return keysOf(stores).flatMap((name) => routesOfKind(name, stores));
}

function routesOfKind<Name extends keyof RecordStores>(name: Name, stores: RecordStores) {
  return routesOf(fitting[name], stores[name]);
}

function routesOf<C extends Columns>({ endpoints, shows }: Fitting<C>, records: ManagedRecords<C>) {
  const { step, ...crud } = endpoints;
  const routes = [...implement(crud)<ApplicationContext>(recordHandlers(records)), ...stepRoutes(step, records)];
  return shows.includes('customFields') ? toldOfCustomFields(routes, records) : routes;
}

/** A kind has a step where its records go from state to state. */
function stepRoutes<C extends Columns>(step: Fitting<C>['endpoints']['step'], records: ManagedRecords<C>) {
  if (step === undefined || !(records instanceof SteppedRecords)) {
    return [];
  }
  return implement({ step })<ApplicationContext>({ step: stateSetter(records) });
}
