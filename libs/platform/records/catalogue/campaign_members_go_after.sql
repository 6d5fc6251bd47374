-- One chunk of the parts of records that are gone: they go after those, under one stamp, each with its outbox row. They
-- are picked in the snapshot, before the lock, in any order. No new part comes to a record that is gone, and its id
-- never comes again.
-- Made by remnantChunk in src/naming/remnant-chunk.ts.

with picked as materialized (
  (
    select remnant.id
    from (
      select record_id, since
      from cell.fan_out
      where tenant = :tenant
        and resource = 6
        and record_id between coalesce(:recordId::uuid, '00000000-0000-0000-0000-000000000000')
        and coalesce(:recordId::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    ) open
    cross join lateral (
      select id
      from tenant.campaign_member
      where campaign_id = open.record_id
        and not exists (
          select from tenant.campaign there where there.id = open.record_id
        ) limit :chunkMax::int
    ) remnant
  ) limit :chunkMax::int
),
stamped as materialized (
  select cell.stamp(:tenant, 'tenant.clock', 1) as at from (select from picked limit 1) any_picked
),
gone_campaign_member as (
  delete from tenant.campaign_member record
  using stamped
  where record.id = any (array(select id from picked))
  returning record.id, record.version + 1 as version, stamped.at as last_modified_on
),
queued_campaign_member as (
  insert into cell.outbox (
    id, tenant, resource, record_id, operation, version, occurred_on, actor, traceparent
  )
  select uuidv7(), :tenant, 9, id, 'deleted', version, last_modified_on, :actor::uuid, :traceparent::text
  from gone_campaign_member
)
select (select count(*)::int from picked) as picked,
  (select count(*)::int from gone_campaign_member) as written;
