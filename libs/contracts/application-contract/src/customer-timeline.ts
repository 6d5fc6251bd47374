import { byDateTime, byEnum, byId as byIdFilter, endpoint, searchAnswer, searchRequest } from '@rapport/http-contract';
import { dateTime } from '@rapport/members';
import { timelineItemTypes, timelineSources } from '@rapport/kinds';
import { z } from 'zod';
import { holding } from './user-access.ts';

const search = searchRequest('CustomerTimelineSearchRequest', {
  filters: { customerId: byIdFilter(), itemType: byEnum(timelineItemTypes), occurredOnUtc: byDateTime() },
  sorts: ['occurredOnUtc'],
  sortedBy: 'occurredOnUtc',
  text: [],
  shortcuts: {
    customerId: { field: 'customerId', operator: 'eq', isRequired: true },
    types: { field: 'itemType', operator: 'in' },
    from: { field: 'occurredOnUtc', operator: 'gte' },
    to: { field: 'occurredOnUtc', operator: 'lt' },
  },
});

const change = z.object({
  field: z.string().describe('A member of the source; a custom field is `customFields.` with its key.'),
  oldValue: z.unknown().describe("As the source's get shows it; a text ends after 200 characters."),
  newValue: z.unknown(),
});

const item = z
  .object({
    id: z.uuid(),
    customerId: z.uuid(),
    itemType: z.enum(timelineItemTypes),
    title: z.string().describe('The name that the source had at that time.'),
    summary: z
      .string()
      .nullable()
      .describe('Of a state `old -> new`, of an activity its outcome, of a note its first 200 characters; else null.'),
    occurredOnUtc: dateTime().describe('The time of the change; of an activity or a note that of its making.'),
    actorUserId: z.uuid().nullable().describe('The user who did it; null where the platform did.'),
    actorName: z.string().nullable().describe('The name that the user has now.'),
    sourceType: z.enum(timelineSources),
    sourceId: z.uuid().describe('It may be gone.'),
    changes: z.array(change).describe('The members that changed. Of what was made there are none.'),
  })
  .meta({ id: 'CustomerTimelineItemDto' });

/** The events of a customer. */
export const customerTimelineContract = {
  searchCustomerTimeline: endpoint({
    operationId: 'searchCustomerTimeline',
    method: 'post',
    path: '/api/v1/customer-timeline/search',
    access: holding('customers.read', 'read'),
    tags: ['customer-timeline'],
    summary:
      'Search what happened with a customer, newest first; items about a kind of record need its read permission',
    envelope: 'apiResult',
    body: search,
    success: { status: 200, body: searchAnswer('CustomerTimelineItemDto', item) },
    errors: ['page_out_of_range', 'not_found'],
  }),
};
