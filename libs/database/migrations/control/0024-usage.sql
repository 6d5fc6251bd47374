-- What a tenant used on a day of UTC. A row stands there for a day on which something was counted; `users` and `records` are what the tenant
-- had when the row was last written.
create table control.usage (
  tenant_id uuid not null,
  day date not null,
  requests bigint not null default 0,
  refused bigint not null default 0,
  tokens_issued bigint not null default 0,
  records_created bigint not null default 0,
  records_updated bigint not null default 0,
  records_deleted bigint not null default 0,
  users int not null,
  records bigint not null,
  primary key (tenant_id, day)
) partition by range (day);

-- The last batch of counts that each process added, so that one whose outcome was open counts once.
create table control.usage_batch (
  process uuid primary key,
  number bigint not null,
  written_on timestamptz not null default clock_timestamp()
);
create index usage_batch_written on control.usage_batch (written_on);

-- How far along a tenant's stamps its records were counted, in microseconds since 1970, and how many there were.
create table control.record_count (
  tenant_id uuid primary key references control.tenant on delete cascade,
  counted_to bigint not null,
  records bigint not null
);

-- One process at a time counts the records of a cell.
alter table control.cell add column counted_on timestamptz not null default '-infinity';

create or replace function control.tend_months() returns timestamptz language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform control.tend_months_at('token_audit', clock_timestamp());
  perform control.tend_months_at('usage', clock_timestamp());
  return clock_timestamp();
end $$;
select control.tend_months();

grant select, insert, update on control.usage, control.usage_batch
  to rapport_token_service, rapport_public_api, rapport_application_api;
grant delete on control.usage_batch to rapport_token_service, rapport_public_api, rapport_application_api;
grant select on control.record_count to rapport_token_service, rapport_public_api, rapport_application_api;
