-- What happened to tokens. An issue is a row; what was refused is a row for each reason, client, address and minute, with
-- a count. Ids that were never given out, secrets and tokens are never in it. The id of an issue or a revocation is that of
-- the token. There is a row for each token, so what can be told from others is not kept.
create table control.token_audit (
  at timestamptz not null,
  id uuid not null,
  event text not null check (event in ('token.issued', 'token.denied', 'token.rate_limited', 'token.revoked')),
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
create unique index token_audit_refusal on control.token_audit (at, id) where event in ('token.denied', 'token.rate_limited');

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
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ('control.' || parent)::regclass
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= this_month - interval '13 months'
  loop
    execute format('drop table control.%I', partition);
  end loop;
end $$;
revoke all on function control.tend_months_at(text, timestamptz) from public;

-- The same as of now, for a role that owns no table. It tells the time, by which whoever calls dates its events.
create function control.tend_months() returns timestamptz language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform control.tend_months_at('token_audit', clock_timestamp());
  return clock_timestamp();
end $$;
revoke all on function control.tend_months() from public;
select control.tend_months();

grant execute on function control.tend_months() to rapport_token_service;
grant insert, select (at, id, event, client_id, count), update (count) on control.token_audit to rapport_token_service;
