-- No row: the record is not there, or not visible. `deleted`: done. `stale`: refused. `in_use`: refused, because
-- records of the resources in `used` refer to it, among them such as the caller does not see. `again`: the record
-- changed or went while the statement waited for the lock, and nothing was done. `leaves`: parts of it are left, which
-- go after it, and cell.fan_out says so. The version must be the snapshot's own: an external id that another client set
-- in between would not be seen here, and a dead record would hold it for ever.
-- Made by deleteStatement in src/writing/deleting/delete-statement.ts.

with before as materialized (
  select id, version, :versions::bigint[] is not null and not version = any (:versions::bigint[]) as stale
  from tenant.customer record
  where id = :id::uuid
    and case
      :scope::text
      when 'all' then true
      when 'own' then record.owner_user_id = :viewer::uuid
      when 'team' then record.team_id = :viewer::uuid
    end
),
stamped as materialized (
  select coalesce(:at::timestamptz, cell.stamp(:tenant, 'tenant.clock', 1)) as at from before where not stale
),
uses as materialized (
  select at,
    cell.ask(
      'select array_remove(array[case when exists (select from tenant.customer where parent_customer_id = $1) then ''customers'' end, case when exists (select from tenant.contact where customer_id = $1) then ''contacts'' end, case when exists (select from tenant.opportunity where customer_id = $1) then ''opportunities'' end, case when exists (select from tenant.activity where customer_id = $1) then ''activities'' end], null)',
      :id::uuid,
      null,
      null,
      at
    )::text[] as used
  from stamped
),
deleted as (
  delete from tenant.customer record
  using uses, before
  where record.id = :id::uuid and record.version = before.version and uses.used = '{}'
  returning record.id,
    record.version + 1 as version,
    record.owner_user_id,
    record.team_id,
    uses.at as last_modified_on,
    (
      '{"customer":"' || record.id || '","name":' || to_json(record.name)::text || ',"values":{}}'
    )::jsonb as details
),
external as (
  update tenant.external_id
  set deleted_on = deleted.last_modified_on
  from deleted
  where resource = 1 and record_id = :id::uuid
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
    team_before,
    details,
    actor,
    traceparent
  )
  select uuidv7(),
    :tenant,
    1,
    id,
    'deleted',
    version,
    last_modified_on,
    owner_user_id,
    team_id,
    details,
    :actor::uuid,
    :traceparent::text
  from deleted
),
deleted_text as (
  delete from tenant.search_text text using deleted where text.resource = 1 and text.record_id = deleted.id
),
taken as materialized (
  select cell.ask(
    'with gone_shipping_address as ( delete from tenant.shipping_address record where record.customer_id = $1 returning record.id, record.version + 1 as version, $4 as last_modified_on ), queued_shipping_address as ( insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on, actor, traceparent) select uuidv7(), :tenant, 8, id, ''deleted'', version, last_modified_on, $2, $3 from gone_shipping_address ), gone_shipping_address_text as ( delete from tenant.search_text text using gone_shipping_address where text.resource = 8 and text.record_id = gone_shipping_address.id ), gone_campaign_member as ( delete from tenant.campaign_member record where record.customer_id = $1 returning record.id, record.version + 1 as version, $4 as last_modified_on ), queued_campaign_member as ( insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on, actor, traceparent) select uuidv7(), :tenant, 9, id, ''deleted'', version, last_modified_on, $2, $3 from gone_campaign_member ) select true',
    id,
    :actor::uuid,
    :traceparent::text,
    last_modified_on
  )
  from deleted
)
select case
    when deleted.id is not null then 'deleted'
    when stale then 'stale'
    when used <> '{}' then 'in_use'
    else 'again'
  end as outcome,
  used,
  false as leaves,
  (select count(*) from taken) as taken
from before
left join uses on true
left join deleted on true;
