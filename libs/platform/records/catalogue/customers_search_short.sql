-- A short way is gone to its end: all that it finds is counted, and sorted as far as the page needs.
-- Made by shortSearch in src/searching/short-search.ts.

with begun as materialized (
  select text.record_id as id
  from tenant.search_text text
  where text.resource = 1::smallint and text.folded like '%' || cell.escaped(:word::text) || '%'
),
found as materialized (
  select each.id, each.sort_key
  from begun
  cross join lateral (
    select record.id, cell.folded(record.name) as sort_key
    from tenant.customer record
    where record.id = begun.id
      and record.owner_user_id = :viewer::uuid
      and record.created_on >= :filter::timestamptz limit 1
  ) each
),
page as materialized (
  select id, row_number() over (order by sort_key asc nulls last, id asc) as place
  from (
    select id, sort_key
    from found
    order by sort_key asc nulls last, id asc offset :skipped::int limit :limit::int
  ) first
),
counted as materialized (
  select count(*)::int as total, true as is_enough, null as as_of, null as text_share from found
)
select counted.total,
  counted.is_enough,
  counted.as_of,
  counted.text_share,
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
  record.created_on
from counted
left join page on true
left join tenant.customer record on record.id = page.id
order by page.place;
