-- The record that holds the caller's external id, in the same form.
-- Made by getByExternalIdStatement in src/reading/read-statements.ts.

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
  :key::text as external_id,
  version,
  (select definitions from tenant.feed_floor where resource = 1)
from tenant.customer record
where id = (
  select record_id
  from tenant.external_id
  where client_id = :client
    and resource = (select 1::smallint)
    and external_id = :key::text
    and deleted_on is null
);
