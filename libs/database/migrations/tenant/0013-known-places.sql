-- A search for a page far from the first asks which records changed since it was searched before.
grant select (record_id) on tenant.change_feed to rapport_application_api;
