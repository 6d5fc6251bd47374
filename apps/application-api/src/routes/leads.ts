import { leadContract } from '@rapport/application-contract';
import { leadStatuses } from '@rapport/kinds';
import { implement } from '@rapport/http-contract';
import type { leads } from '@rapport/crm-records';
import type { SteppedRecords } from '@rapport/records';
import type { ApplicationContext } from '../guards.ts';
import { recordHandlers, toldOfCustomFields } from './record-handlers.ts';
import { stateSetter } from './state-setter.ts';
export function leadRoutes(records: SteppedRecords<typeof leads.columns>) {
  const { create, update, get, remove, search } = recordHandlers(records);
  const setState = stateSetter(records, 'status', leadStatuses);
  const routes = implement(leadContract)<ApplicationContext>({
    createLead: create,
    updateLead: update,
    getLead: get,
    deleteLead: remove,
    searchLead: search,
    setLeadStatus: (context, request) => setState(context, request.params.id, request.params.status, request.query),
  });
  return toldOfCustomFields(routes, records);
}
