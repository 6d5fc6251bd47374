-- The pages of a list, in the order of (last change, id). A record's last change only grows, so none moves into or
-- within the pages to come.
-- Made by listStatements in src/reading/pages/list-statements.ts.

select null,
  null,
  null,
  null,
  number,
  (select definitions from tenant.feed_floor where resource = 1),
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null,
  null
from cell.epoch
union all (
  select null,
    null,
    null,
    null,
    null,
    null,
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
    (record.external_ids ->> :client::text)
  from tenant.customer record
  where (last_modified_on, id) > (:lastTime, :lastId) and (last_modified_on) <= (:watermark)
  order by last_modified_on, id limit :limit
);
