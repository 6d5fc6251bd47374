import {
  byDateTime,
  byEnum,
  byId,
  choiceOf,
  commonFilters,
  commonSorts,
  inOrder,
  namedList,
  searchRequest,
} from '@rapport/http-contract';
import {
  dateTime,
  derived,
  enumChoice,
  enumChoiceOr,
  flag,
  keptEnumChoice,
  Member,
  readOnly,
  reference,
  references,
  text,
  time,
} from '@rapport/http-contract/members';
import { activityStatuses } from '@rapport/kinds';
import { z } from 'zod';
import { recordGroup } from './record-group.ts';
import { stateEndpoint } from './state-endpoint.ts';
import { holding } from './user-access.ts';

const types = namedList('ActivityType', ['task', 'call', 'meeting', 'email', 'visit', 'note']);
const priorities = namedList('ActivityPriority', ['low', 'normal', 'high', 'urgent']);
const directions = namedList('ActivityDirection', ['inbound', 'outbound']);

/** What answers show of a status. */
const statusNumbers = namedList(
  'ActivityStatus',
  activityStatuses.map((_, at) => at + 1),
);

const search = searchRequest('SearchActivityRequest', {
  filters: {
    ...commonFilters,
    status: byEnum(activityStatuses),
    activityType: byEnum(types),
    customerId: byId().orNull(),
    contactId: byId().orNull(),
    leadId: byId().orNull(),
    opportunityId: byId().orNull(),
    ownerUserId: byId(),
    priority: byEnum(priorities),
    campaignId: byId().orNull(),
    dueOnUtc: byDateTime().orNull(),
    startOnUtc: byDateTime().orNull(),
  },
  sorts: [...commonSorts, 'dueOnUtc', 'startOnUtc'],
  sortedBy: 'lastModifiedOnUtc',
  text: ['subject'],
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

/** A name comes in too, as with every enum. The number alone goes out, so documents show what goes in as a number too. */
const status = new Member(
  z
    .int()
    .min(1)
    .max(activityStatuses.length)
    .meta(choiceOf({ list: statusNumbers })),
  keptEnumChoice(activityStatuses, 'plan').taken.meta(choiceOf({ list: statusNumbers, isNullable: true })),
).describe(
  '1 plan, 2 inProgress, 3 completed, 4 cancelled; a request may say the name. Left out or null it stays; in a new record it is plan.',
);

export const activities = recordGroup({
  group: 'activity',
  singular: 'Activity',
  called: { one: 'an activity', many: 'activities' },
  resource: 'activities',
  members: {
    subject: text(200).required(),
    activityType: enumChoiceOr(types, 'task'),
    status,
    statusName: readOnly(z.enum(activityStatuses)),
    priority: enumChoiceOr(priorities, 'normal'),
    startOnUtc: time(),
    endOnUtc: time().describe('Not before startOnUtc.'),
    dueOnUtc: time(),
    completedOnUtc: readOnly(dateTime().nullable()),
    isAllDay: flag(false),
    location: text(200),
    direction: enumChoice(directions),
    outcome: text(4000),
    customerId: reference().describe('Left out it is that of the opportunity, else that of the contact.'),
    customerName: derived('The name of the customer; null where the caller may not see it.'),
    contactId: reference(),
    contactName: derived('The name of the contact; null where the caller may not see it.'),
    leadId: reference(),
    leadName: derived('The name of the lead, or its company’s; null where the caller may not see it.'),
    opportunityId: reference(),
    opportunityName: derived('The name of the opportunity; null where the caller may not see it.'),
    campaignId: reference(),
    campaignName: derived('The name of the campaign; null where the caller may not see it.'),
    participantContactIds: references(100).describe('Contacts that take part, up to 100. One that is deleted goes.'),
    reminderOnUtc: time(),
    description: text(4000),
  },
  rules: [inOrder('startOnUtc', 'endOnUtc')],
  updateConflicts: ['invalid_transition'],
  deleteConflicts: [],
  search,
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
      states: activityStatuses,
      shown: statusNumbers,
      summary: 'Bring an activity into a status',
    },
    'status',
  ),
};
