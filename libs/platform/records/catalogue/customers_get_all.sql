-- One record as a list row with the caller's external id, its version and the number of the definitions. A surface
-- without external ids has null there, and does not ask for the client.
-- Made by getStatement in src/reading/read-statements.ts.

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
  version,
  (select definitions from tenant.feed_floor where resource = 1)
from tenant.customer record
where id = :key;
