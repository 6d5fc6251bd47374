-- Made by findContacts in src/matches.ts.

with alike as materialized (
  select id
  from tenant.contact record
  where record.email_key = :emailKey::text
  union
  select id
  from tenant.contact record
  where regexp_replace(record.phone, '\D', '', 'g') = nullif(regexp_replace(:phone::text, '\D', '', 'g'), '')
  union
  select id
  from tenant.contact record
  where regexp_replace(record.phone, '\D', '', 'g') = nullif(regexp_replace(:mobilePhone::text, '\D', '', 'g'), '')
  union
  select id
  from tenant.contact record
  where regexp_replace(record.mobile_phone, '\D', '', 'g') = nullif(regexp_replace(:phone::text, '\D', '', 'g'), '')
  union
  select id
  from tenant.contact record
  where regexp_replace(record.mobile_phone, '\D', '', 'g') = nullif(regexp_replace(:mobilePhone::text, '\D', '', 'g'), '')
  union
  select record_id as id
  from tenant.search_text
  where resource = 2
    and folded like '%' || e'\n' || coalesce(cell.escaped(:firstName::text) || e'\n', '') || coalesce(cell.escaped(:lastName::text) || e'\n', '') || '%'
    and coalesce(:firstName::text, :lastName::text) is not null
)
select case when is_visible then id end as id,
  case when is_visible then code end as code,
  case when is_visible then name end as name,
  case when is_visible then customer_id end as "customerId",
  marks
from (
  select *, row_number() over (partition by is_visible order by score desc, created_on, id) as place
  from (
    select record.id,
      null::text as code,
      record.name,
      record.customer_id as customer_id,
      record.created_on,
      array_remove(
        array[
          case when (record.email_key = :emailKey::text) then 'email' end,
          case
            when (
              regexp_replace(record.phone, '\D', '', 'g') = nullif(regexp_replace(:phone::text, '\D', '', 'g'), '')
              or regexp_replace(record.phone, '\D', '', 'g') = nullif(regexp_replace(:mobilePhone::text, '\D', '', 'g'), '')
              or regexp_replace(record.mobile_phone, '\D', '', 'g') = nullif(regexp_replace(:phone::text, '\D', '', 'g'), '')
              or regexp_replace(record.mobile_phone, '\D', '', 'g') = nullif(regexp_replace(:mobilePhone::text, '\D', '', 'g'), '')
            ) then 'phone'
          end,
          case
            when cell.folded(record.name) = cell.folded(concat_ws(' ', :firstName::text, :lastName::text)) then 'name'
          end
        ],
        null
      ) as marks,
      greatest(
        case when (record.email_key = :emailKey::text) then 90 end,
        case
          when (
            regexp_replace(record.phone, '\D', '', 'g') = nullif(regexp_replace(:phone::text, '\D', '', 'g'), '')
            or regexp_replace(record.phone, '\D', '', 'g') = nullif(regexp_replace(:mobilePhone::text, '\D', '', 'g'), '')
            or regexp_replace(record.mobile_phone, '\D', '', 'g') = nullif(regexp_replace(:phone::text, '\D', '', 'g'), '')
            or regexp_replace(record.mobile_phone, '\D', '', 'g') = nullif(regexp_replace(:mobilePhone::text, '\D', '', 'g'), '')
          ) then 60
        end,
        case
          when cell.folded(record.name) = cell.folded(concat_ws(' ', :firstName::text, :lastName::text)) then 50
        end
      ) as score,
      coalesce(
        case
          :scope::text
          when 'all' then true
          when 'own' then record.owner_user_id = :viewer::uuid
          when 'team' then record.team_id = :viewer::uuid
        end,
        false
      ) as is_visible
    from alike, tenant.contact record
    where record.id = alike.id
  ) each
  where score is not null
) candidate
where place <= 10
order by score desc, created_on, candidate.id;
