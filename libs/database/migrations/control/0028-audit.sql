-- The audit is read newest first: of a tenant, of who made the changes, of an event, and whole.
create index audit_tenant on control.audit (tenant_id, at, id);
create index audit_actor on control.audit ((case actor_kind when 'system' then 'system' else actor_kind || ':' || actor end), at, id);
create index audit_event on control.audit (event, at, id);
create index audit_at on control.audit (at, id);

create or replace function control.tend_months() returns timestamptz language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform control.tend_months_at('token_audit', clock_timestamp());
  perform control.tend_months_at('usage', clock_timestamp());
  perform control.tend_months_at('audit', clock_timestamp());
  return clock_timestamp();
end $$;
select control.tend_months();
