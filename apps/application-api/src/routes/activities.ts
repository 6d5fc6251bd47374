import { activityContract } from '@rapport/application-contract';
import { activityStatuses } from '@rapport/kinds';
import { implement } from '@rapport/http-contract';
import type { activities } from '@rapport/crm-records';
import type { SteppedRecords } from '@rapport/records';
import type { ApplicationContext } from '../guards.ts';
import { recordHandlers } from './record-handlers.ts';
import { stateSetter } from './state-setter.ts';
export function activityRoutes(records: SteppedRecords<typeof activities.columns>) {
  const { create, update, get, remove, search } = recordHandlers(records);
  const setState = stateSetter(records, 'status', activityStatuses);
  const routes = implement(activityContract)<ApplicationContext>({
    createActivity: create,
    updateActivity: update,
    getActivity: get,
    deleteActivity: remove,
    searchActivity: search,
    setActivityStatus: (context, request) => setState(context, request.params.id, request.params.status),
  });
  return routes;
}
