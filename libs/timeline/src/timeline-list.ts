import { utcText } from '@rapport/database';
import { id, name, searchable, time, type ListSearch } from '@rapport/searching';

/** The items of timelines as they are searched. $1 is the types that the caller sees. */
export const timelineList = searchable({
  name: 'timeline_search',
  from: 'tenant.timeline entry',
  where: 'entry.item_type = any($1::text[])',
  item: `entry.id, entry.customer_id as "customerId", entry.item_type as "itemType", entry.title, entry.summary,
    ${utcText('entry.occurred_on')} as "occurredOnUtc", entry.actor as "actorUserId",
    (select member.name from cell.member where member.tenant = :tenant and member.id = entry.actor) as "actorName",
    entry.source_id as "sourceId", entry.changes`,
  id: 'entry.id',
  fields: {
    customerId: id('entry.customer_id'),
    itemType: name('entry.item_type'),
    occurredOnUtc: time('entry.occurred_on'),
  },
  sorts: { occurredOnUtc: 'entry.occurred_on' },
  texts: [],
});

export type TimelineSearch = ListSearch<typeof timelineList>;
