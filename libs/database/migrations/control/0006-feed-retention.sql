-- How many days a tenant's feed is kept: its own value, else the plan's, else 90.
alter table control.plan add column feed_retention_days int check (feed_retention_days > 0);
alter table control.tenant add column feed_retention_days int check (feed_retention_days > 0);

-- The purge goes through the tenants of one cell after another.
create index tenant_cell on control.tenant (cell, number);

grant usage on schema control to rapport_change_feed_worker;
grant select on control.migration to rapport_change_feed_worker;
grant select (id, number, cell, state, plan_code, feed_retention_days) on control.tenant to rapport_change_feed_worker;
grant select (code, feed_retention_days) on control.plan to rapport_change_feed_worker;
