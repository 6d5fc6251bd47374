-- One chunk of the records that show names of records in the tenant's rows of cell.fan_out, and were stamped before
-- those changed. They are picked in the snapshot, before the lock, so the scan does not lengthen it; where none is
-- picked, no stamp is taken. Behind the lock only those are written that no statement changed since the snapshot: the
-- others have a stamp above `since`, and fresh names. Several processes may run it: the later one writes nothing.
-- Made by chunkStatement in src/naming/fan-out-statements.ts.

with picked as materialized (
  (
    select bearer.id, bearer.version, customer_id, contact_id, lead_id
    from (
      select record_id, since
      from cell.fan_out
      where tenant = :tenant
        and resource = 1
        and record_id between coalesce(:recordId::uuid, '00000000-0000-0000-0000-000000000000')
        and coalesce(:recordId::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    ) open
    cross join lateral (
      select id, version, customer_id, contact_id, lead_id
      from tenant.opportunity
      where (customer_id, last_modified_on) >= (open.record_id, timestamptz '-infinity')
        and (customer_id, last_modified_on) < (open.record_id, open.since)
      order by customer_id, last_modified_on, id limit :chunkMax::int
    ) bearer
  )
  union all (
    select bearer.id, bearer.version, customer_id, contact_id, lead_id
    from (
      select record_id, since
      from cell.fan_out
      where tenant = :tenant
        and resource = 2
        and record_id between coalesce(:recordId::uuid, '00000000-0000-0000-0000-000000000000')
        and coalesce(:recordId::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    ) open
    cross join lateral (
      select id, version, customer_id, contact_id, lead_id
      from tenant.opportunity
      where (contact_id, last_modified_on) >= (open.record_id, timestamptz '-infinity')
        and (contact_id, last_modified_on) < (open.record_id, open.since)
      order by contact_id, last_modified_on, id limit :chunkMax::int
    ) bearer
  )
  union all (
    select bearer.id, bearer.version, customer_id, contact_id, lead_id
    from (
      select record_id, since
      from cell.fan_out
      where tenant = :tenant
        and resource = 3
        and record_id between coalesce(:recordId::uuid, '00000000-0000-0000-0000-000000000000')
        and coalesce(:recordId::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    ) open
    cross join lateral (
      select id, version, customer_id, contact_id, lead_id
      from tenant.opportunity
      where (lead_id, last_modified_on) >= (open.record_id, timestamptz '-infinity')
        and (lead_id, last_modified_on) < (open.record_id, open.since)
      order by lead_id, last_modified_on, id limit :chunkMax::int
    ) bearer
  ) limit :chunkMax::int
),
stamped as materialized (
  select cell.stamp(:tenant, 'tenant.clock', 1) as at from (select from picked limit 1) any_picked
),
named_by_customer_id as materialized (
  select source.id, source.name
  from stamped, tenant.customer source
  where source.id = any (array(select customer_id from picked))
  for share of source
),
named_by_contact_id as materialized (
  select source.id, source.name
  from stamped, tenant.contact source
  where source.id = any (array(select contact_id from picked))
  for share of source
),
named_by_lead_id as materialized (
  select source.id, source.name
  from stamped, tenant.lead source
  where source.id = any (array(select lead_id from picked))
  for share of source
),
written as (
  update tenant.opportunity record
  set customer_name = (
      select name from named_by_customer_id where named_by_customer_id.id = record.customer_id
    ),
    contact_name = (select name from named_by_contact_id where named_by_contact_id.id = record.contact_id),
    lead_name = (select name from named_by_lead_id where named_by_lead_id.id = record.lead_id),
    version = record.version + 1,
    last_modified_on = stamped.at
  from stamped, picked
  where record.id = any (array(select id from picked))
    and record.id = picked.id
    and record.version = picked.version
  returning new.id,
    new.version,
    new.last_modified_on,
    old.owner_user_id as owner_before,
    new.owner_user_id as owner_after,
    old.team_id as team_before,
    new.team_id as team_after,
    to_jsonb(
      array_remove(
        array[
          case when old.customer_name is distinct from new.customer_name then 'customerName' end,
          case when old.contact_name is distinct from new.contact_name then 'contactName' end,
          case when old.lead_name is distinct from new.lead_name then 'leadName' end
        ]::text[],
        null
      )
    ) as changes
),
queued as (
  insert into cell.outbox (
    id,
    tenant,
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
    changes,
    traceparent
  )
  select uuidv7(),
    :tenant,
    4,
    id,
    'updated',
    version,
    last_modified_on,
    owner_before,
    owner_after,
    team_before,
    team_after,
    :actor::uuid,
    changes,
    :traceparent::text
  from written
)
select (select count(*)::int from picked) as picked, (select count(*)::int from written) as written;
