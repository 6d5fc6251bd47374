-- Updates a customer. Made by ./rapport generate.
-- $1 id, $2 scope, $3 viewer, $4 client, $5 versions, $6 externalIdSent, $7 externalId, $8 actor
-- $9 traceparent, $10 definitions, $11 customFields, $12 cleared, $13 at, $14 code, $15 name
-- $16 customerType, $17 email, $18 phone, $19 website, $20 taxNumber, $21 taxOffice, $22 industry
-- $23 currency, $24 customerGroupId, $25 isActive, $26 address, $27 description, $28 ownerUserId
-- $29 email, $30 ms to wait for the lock

with before as materialized (
  select record.*,
    (
      select external_id
      from tenant.external_id
      where resource = 1 and record_id = record.id and client_id = $4::uuid
    ) as external_id,
    exists (
      select
      from tenant.external_id
      where client_id = $4::uuid
        and resource = (select 1::smallint)
        and external_id = $7::text
        and deleted_on is null
    ) as held,
    array_remove(
      array[
        case
          when $24::uuid is distinct from record.customer_group_id
            and $24::uuid is not null
            and not exists (
              select from tenant.customer_group target where target.id = $24::uuid
            ) then 'customerGroupId'
        end,
        case
          when $28::uuid is distinct from record.owner_user_id
            and $28::uuid is not null
            and not exists (
              select
              from cell.member
              where member.tenant = :tenant and member.id = $28::uuid and member.is_active
            ) then 'ownerUserId'
        end,
        case
          when $11::jsonb is not null
            and octet_length(
              (
                case
                  when $11::jsonb is null then record.custom_fields
                  else (record.custom_fields - $12::text[]::text[]) || $11::jsonb::jsonb
                end
              )::text
            ) > 65536 then 'customFields'
        end
      ]::text[],
      null
    ) as wrong,
    row(
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
      record.custom_fields
    ) is distinct from row(
      coalesce($14::text, record.code),
      $15::text,
      coalesce($16::text, 'customer'),
      $17::text,
      $18::text,
      $19::text,
      $20::text,
      $21::text,
      $22::text,
      $23::text,
      $24::uuid,
      coalesce($25::boolean, true),
      $26::jsonb,
      $27::text,
      coalesce($28::uuid, record.owner_user_id),
      case
        when $11::jsonb is null then record.custom_fields
        else (record.custom_fields - $12::text[]::text[]) || $11::jsonb::jsonb
      end
    ) as differs,
    (select definitions from tenant.feed_floor where resource = 1) as definitions,
    false as is_frozen
  from tenant.customer record
  where id = $1::uuid
    and case
      $2::text
      when 'all' then true
      when 'own' then record.owner_user_id = $3::uuid
      when 'team' then record.team_id = $3::uuid
    end
),
verdict as materialized (
  select version as version_seen,
    null::text as was,
    external_id,
    wrong,
    differs,
    definitions,
    is_frozen,
    $5::bigint[] is not null and not version = any ($5::bigint[]) as stale,
    $6::boolean and external_id is not null and external_id is distinct from $7::text as immutable,
    external_id is null and held as taken,
    $6::boolean and $7::text is not null and external_id is null as sets
  from before
),
stamped as materialized (
  select coalesce($13::timestamptz, cell.stamp(:tenant, 'tenant.clock', 1, $30::int)) as at
  from verdict
  where definitions = $10::bigint
    and wrong = '{}'
    and not stale
    and not immutable
    and not taken
    and not is_frozen
    and (sets or differs)
),
gate as materialized (
  select stamped.at
  from stamped
  where (
    $24::uuid is null
    or cell.ask(
      'select true from tenant.customer_group where id = $1', $24::uuid, null, null, stamped.at
    ) is not null
  )
),
written as (
  update tenant.customer record
  set code = coalesce($14::text, record.code),
    name = $15::text,
    customer_type = coalesce($16::text, 'customer'),
    email = $17::text,
    phone = $18::text,
    website = $19::text,
    tax_number = $20::text,
    tax_office = $21::text,
    industry = $22::text,
    currency = $23::text,
    customer_group_id = $24::uuid,
    is_active = coalesce($25::boolean, true),
    address = $26::jsonb,
    description = $27::text,
    owner_user_id = coalesce($28::uuid, record.owner_user_id),
    email_key = $29::text,
    custom_fields = case
      when $11::jsonb is null then record.custom_fields
      else (record.custom_fields - $12::text[]::text[]) || $11::jsonb::jsonb
    end,
    team_id = case
      when $28::uuid is distinct from record.owner_user_id
        and $28::uuid is not null then cell.team_of(:tenant, $28::uuid, gate.at)
      else record.team_id
    end,
    version = record.version + 1,
    last_modified_on = gate.at
  from gate, verdict
  where record.id = $1::uuid
    and case
      $2::text
      when 'all' then true
      when 'own' then record.owner_user_id = $3::uuid
      when 'team' then record.team_id = $3::uuid
    end
    and ($5::bigint[] is null or record.version = any ($5::bigint[]))
    and not (false)
    and (
      sets
      or row(
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
        record.custom_fields
      ) is distinct from row(
        coalesce($14::text, record.code),
        $15::text,
        coalesce($16::text, 'customer'),
        $17::text,
        $18::text,
        $19::text,
        $20::text,
        $21::text,
        $22::text,
        $23::text,
        $24::uuid,
        coalesce($25::boolean, true),
        $26::jsonb,
        $27::text,
        coalesce($28::uuid, record.owner_user_id),
        case
          when $11::jsonb is null then record.custom_fields
          else (record.custom_fields - $12::text[]::text[]) || $11::jsonb::jsonb
        end
      )
    )
    and (
      not ($28::uuid is distinct from record.owner_user_id and $28::uuid is not null)
      or cell.is_active(:tenant, $28::uuid, gate.at)
    )
    and not (
      $11::jsonb is not null
      and octet_length(
        (
          case
            when $11::jsonb is null then record.custom_fields
            else (record.custom_fields - $12::text[]::text[]) || $11::jsonb::jsonb
          end
        )::text
      ) > 65536
    )
  returning new.*,
    old.version as version_before,
    old.name as name_before,
    old.owner_user_id as owner_before,
    new.owner_user_id as owner_after,
    old.team_id as team_before,
    new.team_id as team_after,
    case
      when row(old.code, old.name, old.email, old.phone, old.tax_number) is distinct from row(new.code, new.name, new.email, new.phone, new.tax_number) then cell.search_text(new.code, new.name, new.email, new.phone, new.tax_number)
    end as folded,
    to_jsonb(
      array_remove(
        array[
          case when old.code is distinct from new.code then 'code' end,
          case when old.name is distinct from new.name then 'name' end,
          case when old.customer_type is distinct from new.customer_type then 'customerType' end,
          case when old.email is distinct from new.email then 'email' end,
          case when old.phone is distinct from new.phone then 'phone' end,
          case when old.website is distinct from new.website then 'website' end,
          case when old.tax_number is distinct from new.tax_number then 'taxNumber' end,
          case when old.tax_office is distinct from new.tax_office then 'taxOffice' end,
          case when old.industry is distinct from new.industry then 'industry' end,
          case when old.currency is distinct from new.currency then 'currency' end,
          case when old.customer_group_id is distinct from new.customer_group_id then 'customerGroupId' end,
          case when old.is_active is distinct from new.is_active then 'isActive' end,
          case when old.address is distinct from new.address then 'address' end,
          case when old.description is distinct from new.description then 'description' end,
          case when old.owner_user_id is distinct from new.owner_user_id then 'ownerUserId' end,
          case when old.custom_fields is distinct from new.custom_fields then 'customFields' end,
          case when sets then 'externalId' end
        ]::text[],
        null
      )
    ) as changes,
    (
      '{"customer":"' || new.id || '","name":' || to_json(new.name)::text || ',"values":{' || nullif(
        concat_ws(
          ',',
          case
            when old.code is distinct from new.code then concat(
              '"code":', json_build_array(left(old.code, 200), left(new.code, 200))
            )
          end,
          case
            when old.name is distinct from new.name then concat(
              '"name":', json_build_array(left(old.name, 200), left(new.name, 200))
            )
          end,
          case
            when old.customer_type is distinct from new.customer_type then concat(
              '"customerType":', json_build_array(left(old.customer_type, 200), left(new.customer_type, 200))
            )
          end,
          case
            when old.email is distinct from new.email then concat(
              '"email":', json_build_array(left(old.email, 200), left(new.email, 200))
            )
          end,
          case
            when old.phone is distinct from new.phone then concat(
              '"phone":', json_build_array(left(old.phone, 200), left(new.phone, 200))
            )
          end,
          case
            when old.website is distinct from new.website then concat(
              '"website":', json_build_array(left(old.website, 200), left(new.website, 200))
            )
          end,
          case
            when old.tax_number is distinct from new.tax_number then concat(
              '"taxNumber":', json_build_array(left(old.tax_number, 200), left(new.tax_number, 200))
            )
          end,
          case
            when old.tax_office is distinct from new.tax_office then concat(
              '"taxOffice":', json_build_array(left(old.tax_office, 200), left(new.tax_office, 200))
            )
          end,
          case
            when old.industry is distinct from new.industry then concat(
              '"industry":', json_build_array(left(old.industry, 200), left(new.industry, 200))
            )
          end,
          case
            when old.currency is distinct from new.currency then concat(
              '"currency":', json_build_array(left(old.currency, 200), left(new.currency, 200))
            )
          end,
          case
            when old.customer_group_id is distinct from new.customer_group_id then concat(
              '"customerGroupId":', json_build_array(old.customer_group_id, new.customer_group_id)
            )
          end,
          case
            when old.is_active is distinct from new.is_active then concat(
              '"isActive":', json_build_array(old.is_active, new.is_active)
            )
          end,
          case
            when old.address is distinct from new.address then concat('"address":', json_build_array(old.address, new.address))
          end,
          case
            when old.description is distinct from new.description then concat(
              '"description":', json_build_array(left(old.description, 200), left(new.description, 200))
            )
          end,
          case
            when old.owner_user_id is distinct from new.owner_user_id then concat(
              '"ownerUserId":', json_build_array(old.owner_user_id, new.owner_user_id)
            )
          end,
          case
            when old.custom_fields is distinct from new.custom_fields then cell.changed_values(old.custom_fields, new.custom_fields)
          end
        ),
        ''
      ) || '}}'
    )::jsonb as details
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
    details,
    traceparent
  )
  select uuidv7(),
    :tenant,
    1,
    id,
    'updated',
    version,
    last_modified_on,
    owner_before,
    owner_after,
    team_before,
    team_after,
    $8::uuid,
    changes,
    details,
    $9::text
  from written
),
texted as (
  insert into tenant.search_text (resource, record_id, folded)
  select 1, id, folded
  from written
  where folded is not null on conflict (resource, record_id) do update set folded = excluded.folded
),
external as (
  insert into tenant.external_id (resource, record_id, client_id, external_id)
  select 1, id, $4::uuid, $7::text
  from written, verdict
  where sets
),
fanned as materialized (
  select cell.open_fan_out(:tenant, 1, id, last_modified_on)
  from written
  where row(name, owner_after, team_after) is distinct from row(name_before, owner_before, team_before)
    and (
      cell.ask(
        'select true from tenant.contact where customer_id = $1 limit 1', id, null, null, last_modified_on
      ) is not null
      or cell.ask(
        'select true from tenant.opportunity where customer_id = $1 limit 1', id, null, null, last_modified_on
      ) is not null
    )
),
shown as (
  select record.last_modified_on,
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
    coalesce(verdict.external_id, $7::text) as external_id,
    record.version,
    verdict.definitions
  from written record, verdict, gate
  union all select record.last_modified_on,
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
    external_id,
    version,
    definitions
  from before record
  where not exists (select from written)
)
select case
    when verdict.definitions <> $10::bigint then 'redefined'
    when written.id is not null then 'changed'
    when wrong <> '{}' then 'invalid'
    when stale then 'stale'
    when immutable then 'immutable'
    when taken then 'taken'
    when not (sets or differs) then 'same'
    when is_frozen then 'frozen'
    else 'again'
  end as outcome,
  array_to_string(wrong, ',') as wrong,
  coalesce(version_before <> version_seen, false) as raced,
  exists (select from fanned) as renamed,
  was,
  shown.*
from verdict
cross join shown
left join written on true;
