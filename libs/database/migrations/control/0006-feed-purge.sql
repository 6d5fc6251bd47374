-- The purge goes through the tenants of one cell after another.
create index tenant_cell on control.tenant (cell, number);

grant usage on schema control to rapport_change_feed_worker;
grant select on control.migration to rapport_change_feed_worker;
grant select (id, number, cell, state, overrides, is_unverified) on control.tenant to rapport_change_feed_worker;
grant select (code, entitlements) on control.plan to rapport_change_feed_worker;
