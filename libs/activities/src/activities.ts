import { campaigns } from '@rapport/campaigns';
import { contacts } from '@rapport/contacts';
import { customers } from '@rapport/customers';
import { activityStatuses, stepsOfActivities } from '@rapport/kinds';
import { leads } from '@rapport/leads';
import { opportunities } from '@rapport/opportunities';
import {
  choice,
  defineRecords,
  flag,
  joinedReference,
  looseReferences,
  numberedChoice,
  requiredText,
  takenReference,
  text,
  time,
  type Occasion,
} from '@rapport/records';

/** An activity comes to a customer when it is made, or gets another customer. */
const comes: readonly Occasion[] = ['created', { changed: 'customerId' }];

export const activities = defineRecords({
  resource: { name: 'activities', number: 5, table: 'activity' },
  columns: {
    subject: requiredText(),
    activityType: choice('task'),
    status: numberedChoice(activityStatuses, 'statusName'),
    priority: choice('normal'),
    startOnUtc: time(),
    endOnUtc: time(),
    dueOnUtc: time(),
    completedOnUtc: time(),
    isAllDay: flag(false),
    location: text(),
    direction: text(),
    outcome: text(),
    customerId: takenReference(customers, 'customerName', [
      { member: 'opportunityId', target: opportunities, column: 'customer_id' },
      { member: 'contactId', target: contacts, column: 'customer_id' },
    ]),
    contactId: joinedReference(contacts, 'contactName'),
    leadId: joinedReference(leads, 'leadName'),
    opportunityId: joinedReference(opportunities, 'opportunityName'),
    campaignId: joinedReference(campaigns, 'campaignName'),
    participantContactIds: looseReferences(contacts),
    reminderOnUtc: time(),
    description: text(),
  },
  states: {
    member: 'status',
    from: stepsOfActivities,
    effects: { completedOnUtc: { completed: 'time', inProgress: null } },
  },
  search: {
    texts: ['subject'],
    indexed: [
      'status',
      'activityType',
      'customerId',
      'contactId',
      'leadId',
      'opportunityId',
      'campaignId',
      'dueOnUtc',
      'startOnUtc',
    ],
  },
  timeline: {
    customer: (row) => `${row}.customer_id`,
    title: (row) => `${row}.subject`,
    rules: [
      {
        on: comes,
        where: { member: 'activityType', is: 'note' },
        itemType: 'note',
        summary: { text: 'description' },
        isAtCreation: true,
      },
      { on: comes, itemType: 'activity', summary: { text: 'outcome' }, isAtCreation: true },
      {
        on: [{ changed: 'status' }],
        itemType: 'activityStatusChanged',
        summary: { step: 'status' },
        showsChanges: true,
      },
    ],
  },
});
