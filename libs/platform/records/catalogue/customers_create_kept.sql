-- Creates a customer with an Idempotency-Key. Made by ./rapport generate.
-- $1 id, $2 code, $3 name, $4 customerType, $5 email, $6 phone, $7 website, $8 taxNumber, $9 taxOffice
-- $10 industry, $11 currency, $12 customerGroupId, $13 isActive, $14 address, $15 description
-- $16 ownerUserId, $17 email, $18 ownerGiven, $19 client, $20 externalId, $21 keyHolder, $22 key
-- $23 fingerprint, $24 etag, $25 definitions, $26 customFields, $27 shownKeys, $28 actor
-- $29 traceparent, $30 at, $31 ms to wait for the lock

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
        case when octet_length(($26::jsonb)::text) > 65536 then 'customFields' end
      ]::text[],
      null
    ) as wrong,
    (select definitions from tenant.feed_floor where resource = 1) as definitions
),
stamped as materialized (
  select coalesce($30::timestamptz, cell.stamp(:tenant, 'tenant.clock', 1, $31::int)) as at
  from checked
  where wrong = '{}' and definitions = $25::bigint
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
    coalesce($26::jsonb, '{}'),
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
    $28::uuid,
    (
      '{"customer":"' || written.id || '","name":' || to_json(written.name)::text || ',"values":{' || '' || '}}'
    )::jsonb,
    $29::text
  from written
),
texted as (
  insert into tenant.search_text (resource, record_id, folded)
  select 1, id, cell.search_text(code, name, email, phone, tax_number)
  from written
),
rendered as materialized (
  select id,
    last_modified_on,
    (
      select row_to_json(record)::text
      from (
        select id as "id",
          code as "code",
          name as "name",
          customer_type as "customerType",
          email as "email",
          phone as "phone",
          website as "website",
          tax_number as "taxNumber",
          tax_office as "taxOffice",
          industry as "industry",
          currency as "currency",
          customer_group_id as "customerGroupId",
          is_active as "isActive",
          address as "address",
          description as "description",
          owner_user_id as "ownerUserId",
          $20::text as "externalId",
          case
            when custom_fields = '{}' then '[]'::json else cell.shown_values(custom_fields, $27::text[])
          end as "customFields",
          cell.utc(created_on) as "createdOnUtc",
          cell.utc(last_modified_on) as "lastModifiedOnUtc"
      ) as record
    ) as body
  from written
),
keyed as (
  insert into tenant.idempotency_key (client_id, key, fingerprint, status, body, location, etag, created_on)
  select $21::uuid, $22::text, $23::bytea, 201, body, '/api/v1/customers/' || id, $24::text, last_modified_on
  from rendered
  where $22::text is not null
)
select array_to_string(wrong, ',') as wrong, definitions, body
from checked
left join rendered record on true;
