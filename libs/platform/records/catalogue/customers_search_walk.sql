-- For searches of which every term finds many records: along the index of the order, past what does not pass, up to the
-- end of the page. The count is null where what was known of it may hold no longer.
-- Made by longSearch in src/searching/long-search.ts.

with walked as materialized (
  select array(
    select record.id
    from tenant.customer record
    where record.owner_user_id = :viewer::uuid and record.created_on >= :filter::timestamptz
    order by cell.folded(record.name) asc, record.id asc limit :recordsMax::int
  ) as ids
),
texted as materialized (
  select text.id
  from (
    select text.record_id as id, text.folded
    from tenant.search_text text
    where text.resource = 1::smallint and text.record_id = any((select ids from walked)::uuid[]) offset 0
  ) text
  where text.folded like '%' || cell.escaped(:word::text) || '%'
),
first_found as materialized (
  select texted.id, each.place
  from walked, unnest(walked.ids[1: :pageMax::int]) with ordinality each (id, place)
  join texted on texted.id = each.id
),
page as materialized (
  select id, place from first_found order by place offset :skipped::int limit :limit::int
),
counted as materialized (
  select case when is_enough then (select count(*)::int from texted) else 0 end as total,
    is_enough as is_enough,
    coalesce(
      greatest(
        (select max(occurred_on) from tenant.change_feed where true and resource = 1),
        (select max(occurred_on) from cell.outbox where tenant = :tenant and resource = 1)
      ),
      '-infinity'
    ) as as_of,
    text_share as text_share
  from (
    select ids,
      (cardinality(ids) < :recordsMax::int or (select count(*) from texted) >= :needed::int)
      and (
        cardinality(ids) <= :pageMax::int or (select count(*) from first_found) > :pageEnd::int
      ) as is_enough,
      (select count(*) from texted)::float8 / greatest(cardinality(ids), 1) as text_share
    from walked offset 0
  ) walk
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
