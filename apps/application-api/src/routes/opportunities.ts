import { opportunityContract } from '@rapport/application-contract';
import { opportunityStages } from '@rapport/kinds';
import { implement } from '@rapport/http-contract';
import type { opportunities } from '@rapport/crm-records';
import type { SteppedRecords } from '@rapport/records';
import type { ApplicationContext } from '../guards.ts';
import { recordHandlers, toldOfCustomFields } from './record-handlers.ts';
import { stateSetter } from './state-setter.ts';
export function opportunityRoutes(records: SteppedRecords<typeof opportunities.columns>) {
  const { create, update, get, remove, search } = recordHandlers(records);
  const setState = stateSetter(records, 'stage', opportunityStages);
  const routes = implement(opportunityContract)<ApplicationContext>({
    createOpportunity: create,
    updateOpportunity: update,
    getOpportunity: get,
    deleteOpportunity: remove,
    searchOpportunity: search,
    setOpportunityStage: (context, request) =>
      setState(context, request.params.id, request.params.stage, request.query),
  });
  return toldOfCustomFields(routes, records);
}
