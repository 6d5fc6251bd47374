-- Reads a later page of customers for a caller that sees all. Made by ./rapport generate.
-- $1 client, $2 time of the last row, $3 id of the last row, $4 watermark, $5 page size + 1

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
    (
      select external_id
      from tenant.external_id
      where resource = 1 and record_id = record.id and client_id = $1
    )
  from tenant.customer record
  where (last_modified_on, id) > ($2, $3) and (last_modified_on) <= ($4)
  order by last_modified_on, id limit $5
);
