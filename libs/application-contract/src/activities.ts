import * as kinds from '@rapport/kinds';
import { recordGroup } from './record-group.ts';
import { stateEndpoint } from './state-endpoint.ts';
import { holding } from './user-access.ts';

export const activities = recordGroup(kinds.activities, {
  group: 'activity',
  singular: 'Activity',
  updateConflicts: ['invalid_transition'],
  deleteConflicts: [],
  shortcuts: {
    status: { field: 'status', operator: 'in' },
    activityType: { field: 'activityType', operator: 'in' },
    customerId: { field: 'customerId', operator: 'eq' },
    contactId: { field: 'contactId', operator: 'eq' },
    leadId: { field: 'leadId', operator: 'eq' },
    opportunityId: { field: 'opportunityId', operator: 'eq' },
    dueFrom: { field: 'dueOnUtc', operator: 'gte' },
    dueTo: { field: 'dueOnUtc', operator: 'lt' },
    ownerUserId: { field: 'ownerUserId', operator: 'eq' },
  },
});

export const activityContract = {
  createActivity: activities.create,
  updateActivity: activities.update,
  getActivity: activities.get,
  deleteActivity: activities.delete,
  searchActivity: activities.search,
  setActivityStatus: stateEndpoint(
    {
      group: 'activity',
      singular: 'Activity',
      access: holding('activities.write', 'write'),
      states: kinds.activityStatuses,
      shown: kinds.activityStatusNumbers,
      summary: 'Bring an activity into a status',
    },
    'status',
  ),
};
