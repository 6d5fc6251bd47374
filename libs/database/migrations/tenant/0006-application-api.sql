-- The application API writes views, definitions of custom fields, and the teams of records that follow their owners.
grant usage on schema :schema to rapport_application_api;
grant usage, select, update on sequence tenant.clock to rapport_application_api;
grant select, insert, update on tenant.view to rapport_application_api;
grant select, insert, update on tenant.custom_field to rapport_application_api;
grant select, update (definitions) on tenant.feed_floor to rapport_application_api;
grant select, insert, delete on tenant.idempotency_key to rapport_application_api;
grant select, update on tenant.customer, tenant.contact, tenant.lead, tenant.opportunity to rapport_application_api;
grant select on tenant.customer_group to rapport_application_api;
