import { inOrder } from '@rapport/http-contract';
import { choice, choiceOr, flag, numberedChoice, text, time } from '@rapport/members';
import { namedList } from '@rapport/members/fields';
import { campaigns } from './campaigns.ts';
import { contacts } from './contacts.ts';
import { customers } from './customers.ts';
import { kind } from './kind/kind.ts';
import { nameOf, reference, weakReferences, wordOf } from './kind/relations.ts';
import type { Steps } from './kind/states.ts';
import { leads } from './leads.ts';
import { opportunities } from './opportunities.ts';

/** The activities that are still to do. */
export const openActivityStatuses = ['plan', 'inProgress'] as const;

/** Each status has its place in this list, from 1, as its number. */
export const activityStatuses = namedList('ActivityStatusName', [...openActivityStatuses, 'completed', 'cancelled']);

/** The numbers of a status in answers. */
export const activityStatusNumbers = namedList(
  'ActivityStatus',
  activityStatuses.map((_, at) => at + 1),
);

const steps: Steps<typeof activityStatuses> = {
  plan: ['inProgress', 'completed', 'cancelled'],
  inProgress: ['plan', 'completed', 'cancelled'],
  completed: ['inProgress'],
  cancelled: ['plan'],
};

const types = namedList('ActivityType', ['task', 'call', 'meeting', 'email', 'visit', 'note']);
const priorities = namedList('ActivityPriority', ['low', 'normal', 'high', 'urgent']);
const directions = namedList('ActivityDirection', ['inbound', 'outbound']);

export const activities = kind({
  resource: { name: 'activities', number: 5, table: 'activity' },
  called: { one: 'an activity', many: 'activities' },
  about: 'Tasks, calls, meetings and notes.',
  members: {
    subject: text(200).required(),
    activityType: choiceOr(types, 'task'),
    status: numberedChoice(activityStatuses, activityStatusNumbers, 'plan'),
    statusName: wordOf('status', activityStatuses),
    priority: choiceOr(priorities, 'normal'),
    startOnUtc: time(),
    endOnUtc: time().describe('Not before startOnUtc.'),
    dueOnUtc: time(),
    completedOnUtc: time().readOnly(),
    isAllDay: flag(false),
    location: text(200),
    direction: choice(directions),
    outcome: text(4000),
    customerId: reference(customers, { takenFrom: ['opportunityId', 'contactId'] }).describe(
      'Left out it is that of the opportunity, else that of the contact.',
    ),
    customerName: nameOf('customerId', 'the customer'),
    contactId: reference(contacts),
    contactName: nameOf('contactId', 'the contact'),
    leadId: reference(leads),
    leadName: nameOf('leadId', 'the lead, or its company’s'),
    opportunityId: reference(opportunities),
    opportunityName: nameOf('opportunityId', 'the opportunity'),
    campaignId: reference(campaigns),
    campaignName: nameOf('campaignId', 'the campaign'),
    participantContactIds: weakReferences(contacts, 100).describe(
      'Contacts that take part, up to 100. One that is deleted goes.',
    ),
    reminderOnUtc: time(),
    description: text(4000),
  },
  rules: [inOrder('startOnUtc', 'endOnUtc')],
  states: {
    member: 'status',
    from: steps,
    effects: { completedOnUtc: { completed: 'time', inProgress: null } },
  },
  search: {
    words: ['subject'],
    filters: [
      'status',
      'activityType',
      'customerId',
      'contactId',
      'leadId',
      'opportunityId',
      'ownerUserId',
      'priority',
      'campaignId',
      'dueOnUtc',
      'startOnUtc',
    ],
    sorts: ['dueOnUtc', 'startOnUtc'],
  },
});
