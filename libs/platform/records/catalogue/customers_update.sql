-- No row: the record is not there, or not visible. Else one outcome, and nothing was done but for `changed`:
-- - `redefined`: the definitions of custom fields are other ones than those that the body was held to.
-- - `changed`: done. Where `renamed`, other records show what this one was before, and cell.fan_out says so.
-- - `same`: the record was as the body says. No lock was taken.
-- - `invalid`: the things that `wrong` names are not there.
-- - `stale`: the record has another version than the caller knows.
-- - `immutable`: the record has another external id for this client.
-- - `taken`: another record has the external id.
-- - `frozen`: the state of the record refuses every update.
-- - `cycle`: the record would stand above itself.
-- - `step`: no step leads from the state that the record `was` in to that of the body.
-- - `again`: the record, or what it refers to, changed, left the view or was deleted while the statement waited for the
--   lock. It must run again, as after a 23505 of the external ids; one of any other index is of the resource's own.
-- A caller in a transaction gives `at`, a stamp that this took before.
-- Made by updateStatement in src/writing/updating/update-statement.ts.

with before as materialized (
  select record.*,
    (record.external_ids ->> :client::text) as external_id,
    exists (
      select
      from tenant.external_id
      where client_id = :client::uuid
        and resource = (select 1::smallint)
        and external_id = :externalId::text
        and deleted_on is null
    ) as held,
    array_remove(
      array[
        case
          when :customerGroupId::uuid is distinct from record.customer_group_id
            and :customerGroupId::uuid is not null
            and not cell.ask(
              'select true from tenant.customer_group where id = $1', :customerGroupId::uuid, null, null, null
            ) is not null then 'customerGroupId'
        end,
        case
          when :ownerUserId::uuid is distinct from record.owner_user_id
            and :ownerUserId::uuid is not null
            and not cell.is_active(:tenant, :ownerUserId::uuid, null) then 'ownerUserId'
        end,
        case
          when :customFields::jsonb is not null
            and octet_length(
              (
                case
                  when :customFields::jsonb is null then record.custom_fields
                  else (record.custom_fields - :cleared::text[]) || :customFields::jsonb
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
      coalesce(:code::text, record.code),
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
      coalesce(:ownerUserId::uuid, record.owner_user_id),
      case
        when :customFields::jsonb is null then record.custom_fields
        else (record.custom_fields - :cleared::text[]) || :customFields::jsonb
      end
    ) as differs,
    (select definitions from tenant.feed_floor where resource = 1) as definitions,
    false as is_frozen
  from tenant.customer record
  where id = :id::uuid
    and case
      :scope::text
      when 'all' then true
      when 'own' then record.owner_user_id = :viewer::uuid
      when 'team' then record.team_id = :viewer::uuid
    end
),
verdict as materialized (
  select null::text as was,
    external_id,
    wrong,
    differs,
    definitions,
    is_frozen,
    :versions::bigint[] is not null and not version = any (:versions::bigint[]) as stale,
    :externalIdSent::boolean
    and external_id is not null
    and external_id is distinct from :externalId::text as immutable,
    external_id is null and held as taken,
    :externalIdSent::boolean and :externalId::text is not null and external_id is null as sets
  from before
),
stamped as materialized (
  select coalesce(:at::timestamptz, cell.stamp(:tenant, 'tenant.clock', 1)) as at
  from verdict
  where definitions = :definitions::bigint
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
    :customerGroupId::uuid is null
    or cell.ask(
      'select true from tenant.customer_group where id = $1', :customerGroupId::uuid, null, null, stamped.at
    ) is not null
  )
),
written as (
  update tenant.customer record
  set code = coalesce(:code::text, record.code),
    name = :name::text,
    customer_type = coalesce(:customerType::text, 'customer'),
    email = :email::text,
    phone = :phone::text,
    website = :website::text,
    tax_number = :taxNumber::text,
    tax_office = :taxOffice::text,
    industry = :industry::text,
    currency = :currency::text,
    customer_group_id = :customerGroupId::uuid,
    is_active = coalesce(:isActive::boolean, true),
    address = :address::jsonb,
    description = :description::text,
    owner_user_id = coalesce(:ownerUserId::uuid, record.owner_user_id),
    email_key = :emailKey::text,
    custom_fields = case
      when :customFields::jsonb is null then record.custom_fields
      else (record.custom_fields - :cleared::text[]) || :customFields::jsonb
    end,
    external_ids = case
      when sets then coalesce(record.external_ids, '{}') || jsonb_build_object(:client::text, :externalId::text)
      else record.external_ids
    end,
    team_id = case
      when :ownerUserId::uuid is distinct from record.owner_user_id
        and :ownerUserId::uuid is not null then cell.team_of(:tenant, :ownerUserId::uuid, gate.at)
      else record.team_id
    end,
    version = record.version + 1,
    last_modified_on = gate.at
  from gate, verdict
  where record.id = :id::uuid
    and case
      :scope::text
      when 'all' then true
      when 'own' then record.owner_user_id = :viewer::uuid
      when 'team' then record.team_id = :viewer::uuid
    end
    and (:versions::bigint[] is null or record.version = any (:versions::bigint[]))
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
        coalesce(:code::text, record.code),
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
        coalesce(:ownerUserId::uuid, record.owner_user_id),
        case
          when :customFields::jsonb is null then record.custom_fields
          else (record.custom_fields - :cleared::text[]) || :customFields::jsonb
        end
      )
    )
    and (
      sets
      or not :externalIdSent::boolean
      or (record.external_ids ->> :client::text) is not distinct from :externalId::text
    )
    and (
      not (:ownerUserId::uuid is distinct from record.owner_user_id and :ownerUserId::uuid is not null)
      or cell.is_active(:tenant, :ownerUserId::uuid, gate.at)
    )
    and not (
      :customFields::jsonb is not null
      and octet_length(
        (
          case
            when :customFields::jsonb is null then record.custom_fields
            else (record.custom_fields - :cleared::text[]) || :customFields::jsonb
          end
        )::text
      ) > 65536
    )
  returning new.*,
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
    :actor::uuid,
    changes,
    details,
    :traceparent::text
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
  select 1, id, :client::uuid, :externalId::text
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
    (record.external_ids ->> :client::text) as external_id,
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
    when verdict.definitions <> :definitions::bigint then 'redefined'
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
  exists (select from fanned) as renamed,
  was,
  shown.*
from verdict
cross join shown
left join written on true;
