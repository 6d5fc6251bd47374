-- One row, or an error that undid everything: the record, its external id, its outbox row and its idempotency key with
-- the answer are written by one statement. What the row says, in this order:
-- - `wrong` names references that name nothing: nothing was done.
-- - `definitions` are others than those that were sent: nothing was done.
-- - The rest is null: what the record refers to went meanwhile, nothing was done, and the statement must run again.
-- - The rest is the record, or with a key the answer as it was kept.
-- - 23505 says that the code, the external id or the key is taken. PostgreSQL may raise any of them first, so a create
--   with a key looks for the stored answer after each of them.
-- A caller in a transaction gives `at`, a stamp that this took before.
-- Made by createStatements in src/writing/creating/create-statement.ts.

with checked as materialized (
  select array_remove(
      array[
        case
          when :customerGroupId::uuid is not null
            and not cell.ask(
              'select true from tenant.customer_group where id = $1', :customerGroupId::uuid, null, null, null
            ) is not null then 'customerGroupId'
        end,
        case
          when :ownerGiven::boolean
            and not cell.is_active(:tenant, :ownerUserId::uuid, null) then 'ownerUserId'
        end,
        case when octet_length((:customFields::jsonb)::text) > 65536 then 'customFields' end
      ]::text[],
      null
    ) as wrong,
    (select definitions from tenant.feed_floor where resource = 1) as definitions
),
stamped as materialized (
  select coalesce(:at::timestamptz, cell.stamp(:tenant, 'tenant.clock', 1)) as at
  from checked
  where wrong = '{}' and definitions = :definitions::bigint
),
gate as materialized (
  select stamped.at
  from stamped
  where (
      :customerGroupId::uuid is null
      or cell.ask(
        'select true from tenant.customer_group where id = $1', :customerGroupId::uuid, null, null, stamped.at
      ) is not null
    )
    and (not (:ownerGiven::boolean) or cell.is_active(:tenant, :ownerUserId::uuid, stamped.at))
),
written as (
  insert into tenant.customer (
    id,
    code,
    name,
    customer_type,
    email,
    phone,
    website,
    tax_number,
    tax_office,
    industry,
    currency,
    customer_group_id,
    is_active,
    address,
    description,
    owner_user_id,
    custom_fields,
    email_key,
    team_id,
    version,
    created_on,
    last_modified_on
  )
  select :id::uuid,
    coalesce(
      :code::text,
      (
        select 'C-' || lpad(next.n::text, greatest(6, length(next.n::text)), '0')
        from (select nextval('tenant.customer_code') as n) as next
      )
    ),
    :name::text,
    coalesce(:customerType::text, 'customer'),
    :email::text,
    :phone::text,
    :website::text,
    :taxNumber::text,
    :taxOffice::text,
    :industry::text,
    :currency::text,
    :customerGroupId::uuid,
    coalesce(:isActive::boolean, true),
    :address::jsonb,
    :description::text,
    :ownerUserId::uuid,
    coalesce(:customFields::jsonb, '{}'),
    :emailKey::text,
    cell.team_of(:tenant, :ownerUserId::uuid, gate.at),
    1,
    gate.at,
    gate.at
  from gate
  returning *
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
    owner_after,
    team_after,
    actor,
    details,
    traceparent
  )
  select uuidv7(),
    :tenant,
    1,
    id,
    'created',
    version,
    last_modified_on,
    owner_user_id,
    team_id,
    :actor::uuid,
    ('{"customer":"' || written.id || '","name":' || to_json(written.name)::text || ',"values":{}}')::jsonb,
    :traceparent::text
  from written
),
texted as (
  insert into tenant.search_text (resource, record_id, folded)
  select 1, id, cell.search_text(code, name, email, phone, tax_number)
  from written
)
select array_to_string(wrong, ',') as wrong,
  definitions,
  record.last_modified_on,
  record.id,
  record.code,
  record.name,
  record.customer_type,
  record.email,
  record.phone,
  record.website,
  record.tax_number,
  record.tax_office,
  record.industry,
  record.currency,
  record.customer_group_id,
  record.is_active,
  record.address,
  record.description,
  record.owner_user_id,
  nullif(record.custom_fields, '{}') as custom_fields,
  record.created_on,
  null as external_id
from checked
left join written record on true;
