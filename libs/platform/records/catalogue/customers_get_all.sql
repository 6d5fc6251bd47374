-- Reads a customer for a caller that sees all. Made by ./rapport generate.
-- $1 id, $2 client

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
  (
    select external_id from tenant.external_id where resource = 1 and record_id = record.id and client_id = $2
  ),
  version,
  (select definitions from tenant.feed_floor where resource = 1)
from tenant.customer record
where id = $1 and true;
