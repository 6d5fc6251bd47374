import { hash } from 'node:crypto';
import { statement, utcText, type Sent } from '@rapport/database';
import { keysOf, searchWindow, type Search } from '@rapport/kernel';
import { kinds, sourceOfItem, type TimelineSource } from '@rapport/kinds';
import { timelineEnd } from '@rapport/records';
import { GivenValues, id, name, time } from '@rapport/searching';

const fields = {
  customerId: id('entry.customer_id'),
  itemType: name('entry.item_type'),
  occurredOnUtc: time('entry.occurred_on'),
};

/** A search of one customer's timeline. Its one order is that of time. */
export type TimelineSearch = Search<keyof typeof fields, 'occurredOnUtc'>;

/** The kinds that have custom fields, by the sources of items. */
const extensibleKinds: Partial<Record<TimelineSource, { readonly resource: { readonly number: number } }>> = {
  ...{ customer: kinds.customers, contact: kinds.contacts, lead: kinds.leads, opportunity: kinds.opportunities },
};

const itsResource = keysOf(sourceOfItem).flatMap((type) => {
  const kind = extensibleKinds[sourceOfItem[type]];
  return kind ? [`when '${type}' then ${kind.resource.number}`] : [];
});

/** No answer shows a field that is disabled, whatever records and items still have of it. */
const shownChanges = `entry.changes - array(select 'customFields.' || field.key from tenant.custom_field field
      where not field.is_enabled and field.resource = case entry.item_type ${itsResource.join(' ')} end)`;

const columns = `entry.id, entry.customer_id as "customerId", entry.item_type as "itemType", entry.title, entry.summary,
    ${utcText('entry.occurred_on')} as "occurredOnUtc", entry.actor as "actorUserId",
    (select member.name from cell.member where member.tenant = :tenant and member.id = entry.actor) as "actorName",
    entry.source_id as "sourceId"`;

const item = `${columns}, ${shownChanges} as changes`;

const itsSource = keysOf(sourceOfItem).map((type) => `when '${type}' then '${sourceOfItem[type]}'`);

/** The timelines of all customers that are there, as an export has them. */
export const timelineRows = {
  item: `${columns}, case entry.item_type ${itsSource.join(' ')} end as "sourceType",
    coalesce((select json_agg(json_build_object('field', key, 'oldValue', value -> 0, 'newValue', value -> 1))
      from jsonb_each(${shownChanges})), '[]') as changes`,
  from: 'tenant.timeline entry join tenant.customer on customer.id = entry.customer_id',
  where: `entry.item_type <> '${timelineEnd}'`,
  order: 'entry.occurred_on, entry.id',
} as const;

/**
 * One row: the count up to one behind the window, and the items of the page with the one behind it. No page lies beyond the window, so one
 * walk along the key finds both, and only the page reads rows. It is one snapshot. The hidden types are fewer than those that a caller
 * sees, and each entry is compared with them.
 */
export function timelinePage(search: TimelineSearch, hidden: readonly string[]): Sent {
  const { pageNumber, pageSize } = search;
  const given = new GivenValues({ hidden, skipped: (pageNumber - 1) * pageSize, limit: pageSize + 1 });
  const conditions = [
    ...search.filters.map(({ field, operator, value }) =>
      fields[field].condition(operator, given.add('filter', value)),
    ),
    'entry.item_type <> all(:hidden::text[])',
  ];
  const direction = search.sort.direction === 'desc' ? 'desc' : 'asc';
  const order = `order by entry.customer_id ${direction}, entry.occurred_on ${direction}, entry.id ${direction}`;
  const text = `with found as materialized (
  select entry.customer_id, entry.occurred_on, entry.id from tenant.timeline entry
  where ${conditions.join('\n    and ')}
  ${order} limit ${searchWindow + 1}
)
select (select count(*)::int from found) as count, (
  select coalesce(json_agg(item), '[]') from (
    select ${item}
    from (select * from found offset :skipped::int limit :limit::int) page
    join tenant.timeline entry using (customer_id, occurred_on, id)
    ${order}
  ) item
) as items`;
  // A name stands for one text, and callers choose among very many texts.
  const named = `timeline_search_${hash('sha256', text, 'hex').slice(0, 16)}`;
  return statement(named, text, { measuredAs: 'timeline_search' }).with(given.all);
}
