-- Creates a customer without a key. Made by ./rapport generate.
-- $1 id, $2 code, $3 name, $4 customerType, $5 email, $6 phone, $7 website, $8 taxNumber, $9 taxOffice
-- $10 industry, $11 currency, $12 customerGroupId, $13 isActive, $14 address, $15 description
-- $16 ownerUserId, $17 email, $18 ownerGiven, $19 client, $20 externalId, $21 definitions
-- $22 customFields, $23 actor, $24 traceparent, $25 at, $26 ms to wait for the lock

with checked as materialized (
  select array_remove(
      array[
        case
          when $12::uuid is not null
            and not exists (
              select from tenant.customer_group target where target.id = $12::uuid
            ) then 'customerGroupId'
        end,
        case
          when $18::boolean
            and not exists (
              select
              from cell.member
              where member.tenant = :tenant and member.id = $16::uuid and member.is_active
            ) then 'ownerUserId'
        end,
        case when octet_length(($22::jsonb)::text) > 65536 then 'customFields' end
      ]::text[],
      null
    ) as wrong,
    (select definitions from tenant.feed_floor where resource = 1) as definitions
),
stamped as materialized (
  select coalesce($25::timestamptz, cell.stamp(:tenant, 'tenant.clock', 1, $26::int)) as at
  from checked
  where wrong = '{}' and definitions = $21::bigint
),
gate as materialized (
  select stamped.at
  from stamped
  where (
      $12::uuid is null
      or cell.ask(
        'select true from tenant.customer_group where id = $1', $12::uuid, null, null, stamped.at
      ) is not null
    )
    and (not ($18::boolean) or cell.is_active(:tenant, $16::uuid, stamped.at))
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
  select $1::uuid,
    coalesce(
      $2::text,
      (
        select 'C-' || lpad(next.n::text, greatest(6, length(next.n::text)), '0')
        from (select nextval('tenant.customer_code') as n) as next
      )
    ),
    $3::text,
    coalesce($4::text, 'customer'),
    $5::text,
    $6::text,
    $7::text,
    $8::text,
    $9::text,
    $10::text,
    $11::text,
    $12::uuid,
    coalesce($13::boolean, true),
    $14::jsonb,
    $15::text,
    $16::uuid,
    coalesce($22::jsonb, '{}'),
    $17::text,
    cell.team_of(:tenant, $16::uuid, gate.at),
    1,
    gate.at,
    gate.at
  from gate
  returning *
),
external as (
  insert into tenant.external_id (resource, record_id, client_id, external_id)
  select 1, id, $19::uuid, $20::text
  from written
  where $20::text is not null
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
    $23::uuid,
    (
      '{"customer":"' || written.id || '","name":' || to_json(written.name)::text || ',"values":{' || '' || '}}'
    )::jsonb,
    $24::text
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
  $20::text as external_id
from checked
left join written record on true;
