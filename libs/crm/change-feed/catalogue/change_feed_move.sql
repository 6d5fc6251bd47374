-- Moves what is still in the outbox into the tenant's feed, and writes the timeline items that follow from it. A
-- message that comes late or again finds no row and does nothing, so it cannot bring a purged item back. It is one
-- statement, so that in every snapshot a change is in exactly one of the two. Rows that another worker is moving are
-- left to it. It returns a row for each moved change: its age in seconds by the clock of the database, and the
-- traceparent of its write.
-- Made by moveStatement in src/move/move-statement.ts.

with moved as (
  delete from cell.outbox
  using (
    select free.id
    from cell.outbox free
    where free.id = any (:ids::uuid[]) and free.tenant = :tenant
    order by free.id
    for update skip locked
  ) as ours
  where outbox.id = ours.id
  returning outbox.id,
    outbox.resource,
    outbox.record_id,
    outbox.operation,
    outbox.version,
    outbox.occurred_on,
    outbox.owner_before,
    outbox.owner_after,
    outbox.team_before,
    outbox.team_after,
    outbox.actor,
    outbox.changes,
    outbox.details,
    outbox.traceparent
),
fed as (
  insert into tenant.change_feed (
    id,
    resource,
    record_id,
    operation,
    version,
    occurred_on,
    owner_before,
    owner_after,
    team_before,
    team_after,
    actor,
    changes
  )
  select moved.id,
    moved.resource,
    moved.record_id,
    moved.operation,
    moved.version,
    moved.occurred_on,
    moved.owner_before,
    moved.owner_after,
    moved.team_before,
    moved.team_after,
    moved.actor,
    moved.changes
  from moved on conflict do nothing
),
items as (
  insert into tenant.timeline (
    customer_id, occurred_on, id, item_type, source_id, title, summary, actor, changes
  )
  select customer_id,
    case
      when rule in (8, 9) then coalesce((said #>> '{createdOnUtc,1}')::timestamptz, occurred_on)
      else occurred_on
    end,
    id,
    (
      array[
        'customerCreated',
        'customerUpdated',
        'customerDeleted',
        'contactAdded',
        'leadConverted',
        'opportunityCreated',
        'opportunityStageChanged',
        'note',
        'activity',
        'activityStatusChanged',
        'shippingAddressChanged',
        'campaignMemberAdded',
        'campaignResponse'
      ]
    )[rule],
    source_id,
    title,
    case
      when rule in (7) then (said #>> '{stage,0}') || ' -> ' || (said #>> '{stage,1}')
      when rule in (8) then said #>> '{description,1}'
      when rule in (9) then said #>> '{outcome,1}'
      when rule in (10) then (array['plan', 'inProgress', 'completed', 'cancelled'])[(said #>> '{status,0}')::int] || ' -> ' || (array['plan', 'inProgress', 'completed', 'cancelled'])[(said #>> '{status,1}')::int]
      when rule in (13) then (said #>> '{status,0}') || ' -> ' || (said #>> '{status,1}')
      else null
    end,
    actor,
    case when rule in (2, 5, 7, 10, 11, 13) then nullif(said, '{}') else null end
  from (
    select change.id,
      change.occurred_on,
      change.actor,
      change.details -> 'values' as said,
      change.details ->> 'name' as title,
      (change.details ->> 'customer')::uuid as customer_id,
      coalesce((change.details ->> 'source')::uuid, change.record_id) as source_id,
      case
        change.resource
        when 1 then case
          when change.operation = 'created' then 1
          when change.operation = 'updated' then 2
          when change.operation = 'deleted' then 3
        end
        when 2 then case
          when change.operation = 'created'
            or change.operation = 'updated'
            and change.details -> 'values' ? 'customerId' then 4
        end
        when 3 then case
          when change.operation = 'updated'
            and change.details -> 'values' ? 'status'
            and change.details #>> '{values,status,1}' = 'converted' then 5
        end
        when 4 then case
          when change.operation = 'created'
            or change.operation = 'updated'
            and change.details -> 'values' ? 'customerId' then 6
          when change.operation = 'updated' and change.details -> 'values' ? 'stage' then 7
        end
        when 5 then case
          when (
              change.operation = 'created'
              or change.operation = 'updated'
              and change.details -> 'values' ? 'customerId'
            )
            and change.details #>> '{values,activityType,1}' = 'note' then 8
          when change.operation = 'created'
            or change.operation = 'updated'
            and change.details -> 'values' ? 'customerId' then 9
          when change.operation = 'updated' and change.details -> 'values' ? 'status' then 10
        end
        when 8 then case
          when change.operation = 'created'
            or change.operation = 'updated'
            or change.operation = 'deleted' then 11
        end
        when 9 then case
          when change.operation = 'created' then 12
          when change.operation = 'updated'
            and change.details -> 'values' ? 'status'
            and change.details #>> '{values,status,1}' = 'responded' then 13
        end
      end as rule
    from moved change
    where change.details is not null offset 0
  ) item
  where rule is not null
    and (
      rule = any ('{3}') or (select true from tenant.customer where customer.id = item.customer_id)
    ) on conflict do nothing
)
select extract(epoch from clock_timestamp() - moved.occurred_on) as age, moved.traceparent
from moved;
