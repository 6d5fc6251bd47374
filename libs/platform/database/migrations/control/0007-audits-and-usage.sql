-- Who changed what and why, written by the transaction that changed it. The months of the tables in this file are partitions.
create table control.audit (
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  tenant_id uuid,
  actor_kind text not null check (actor_kind in ('operator', 'user', 'system')),
  actor text not null,
  event text not null,
  subject text,
  details jsonb not null default '{}',
  reason text,
  trace_id text not null
) partition by range (at);
-- The audit is read newest first: of a tenant, of who made the changes, of an event, and whole.
create index audit_tenant on control.audit (tenant_id, at, id);
create index audit_actor on control.audit ((case actor_kind when 'system' then 'system' else actor_kind || ':' || actor end), at, id);
create index audit_event on control.audit (event, at, id);
create index audit_at on control.audit (at, id);

-- The process that makes a rotation which is due notes it.
grant insert on control.audit to rapport_token_service;
grant select (id, tenant_id, at, actor_kind, actor, event, subject, details, trace_id), insert on control.audit to rapport_application_api;
-- Of a deleted tenant it keeps who did what and when.
grant select, insert, update (subject, details, reason) on control.audit to rapport_subscription_service;

-- What happened to tokens and sign-ins. An issue is a row; what was refused is a row for each reason, client, address and minute, with a
-- count. Ids that were never given out, secrets and tokens are never in it. The id of an issue or a revocation is that of the token. There
-- is a row for each token, so what can be told from others is not kept.
create table control.token_audit (
  at timestamptz not null,
  id uuid not null,
  event text not null check (event in ('token.issued', 'token.denied', 'token.rate_limited', 'token.revoked', 'sign_in.succeeded',
    'sign_in.refused', 'sign_in.ended')),
  count int not null default 1,
  reason text,
  tenant_id uuid,
  client_id text,
  secret_id uuid,
  run_as uuid,
  ip text,
  user_agent text,
  token_digest text,
  trace_id text not null
) partition by range (at);
create index token_audit_client on control.token_audit (client_id, at desc);
-- What happened to the tokens of all of a tenant's clients, newest first.
create index token_audit_tenant on control.token_audit (tenant_id, at desc);
create unique index token_audit_refusal on control.token_audit (at, id)
  where event in ('token.denied', 'token.rate_limited', 'sign_in.refused');

grant insert, select (at, id, event, client_id, count), update (count) on control.token_audit to rapport_token_service;
grant select on control.token_audit to rapport_application_api, rapport_subscription_service;
grant delete on control.token_audit to rapport_subscription_service;

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
grant select, insert, update on control.usage
  to rapport_token_service, rapport_public_api, rapport_application_api, rapport_subscription_service;
grant delete on control.usage to rapport_subscription_service;

-- The last batch of counts that each process added, so that one whose outcome was open counts once.
create table control.usage_batch (
  process uuid primary key,
  number bigint not null,
  written_on timestamptz not null default clock_timestamp()
);
create index usage_batch_written on control.usage_batch (written_on);
grant select, insert, update, delete on control.usage_batch
  to rapport_token_service, rapport_public_api, rapport_application_api, rapport_subscription_service;

-- How far along a tenant's stamps its records were counted, in microseconds since 1970, and how many there were.
create table control.record_count (
  tenant_id uuid primary key references control.tenant on delete cascade,
  counted_to bigint not null,
  records bigint not null
);
grant select on control.record_count to rapport_token_service, rapport_public_api, rapport_application_api;
grant select, insert, update, delete on control.record_count to rapport_subscription_service;

-- Makes the partitions of a table in control for the month before, for this one and for the next two, and drops those that ended 13 months ago.
create function control.tend_months_at(parent text, as_of timestamptz) returns void language plpgsql as $$
declare
  this_month timestamp := date_trunc('month', as_of at time zone 'UTC');
  month timestamp;
  partition text;
begin
  perform pg_advisory_xact_lock(780, 1);
  for month in select generate_series(this_month - interval '1 month', this_month + interval '2 months', interval '1 month') loop
    partition := parent || '_' || to_char(month, 'YYYY_MM');
    if to_regclass('control.' || partition) is null then
      execute format('create table control.%I partition of control.%I for values from (%L) to (%L)',
        partition, parent, month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    end if;
  end loop;
  for partition in
    select pg_class.relname from pg_inherits join pg_class on pg_class.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = ('control.' || parent)::regclass
      and to_date(right(pg_class.relname, 7), 'YYYY_MM') + interval '1 month' <= this_month - interval '13 months'
  loop
    execute format('drop table control.%I', partition);
  end loop;
end $$;
revoke all on function control.tend_months_at(text, timestamptz) from public;

-- The same as of now, for a role that owns no table. It tells the time, by which whoever calls dates its events.
create function control.tend_months() returns timestamptz language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform control.tend_months_at('token_audit', clock_timestamp());
  perform control.tend_months_at('usage', clock_timestamp());
  perform control.tend_months_at('audit', clock_timestamp());
  return clock_timestamp();
end $$;
revoke all on function control.tend_months() from public;
grant execute on function control.tend_months() to rapport_token_service;
select control.tend_months();
