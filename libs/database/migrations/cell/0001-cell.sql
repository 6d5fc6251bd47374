-- The stamp of one transaction of one tenant; `width` microseconds from it on are the caller's own. It takes the tenant's
-- lock to the end of the transaction, so the order of stamps is the order of commits. Nothing that it reads is a snapshot,
-- so it is never late. It is called first, outside any savepoint, which would give the lock back. The result lies above
-- the millisecond that follows the last stamp. The lock is waited for as long as lock_ms says, or the role's lock_timeout.
create function cell.stamp(tenant int, clock regclass, width int default 1, lock_ms int default null) returns timestamptz
language plpgsql volatile as $$
declare
  last bigint;
  us bigint;
begin
  if lock_ms is not null then
    perform set_config('lock_timeout', lock_ms::text, true);
  end if;
  perform pg_advisory_xact_lock(777, tenant);
  last := pg_sequence_last_value(clock);
  if last is null then
    raise exception 'the clock % is not readable or was never set', clock using errcode = 'insufficient_privilege';
  end if;
  us := setval(clock, greatest((date_part('epoch', clock_timestamp()) * 1000000)::bigint, last / 1000 * 1000 + 1001) + width - 1);
  return timestamptz '1970-01-01 00:00:00+00' + (us - width + 1) * interval '1 microsecond';
end $$;

-- A time as every answer shows it: always six digits. It is stable, not immutable, because to_char is: a function that
-- promises more than its body does is not inlined.
create function cell.utc(at timestamptz) returns text language sql stable parallel safe
return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

create function cell.refuse_unstamped() returns trigger language plpgsql as $$
begin
  raise exception 'an update of %.% without a new stamp and version', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;

-- The users of all tenants: who is in which team, and who may be given records. It is a table of the cell, so one function
-- with one cached plan reads it for every tenant. `version` is the user's in control: a late change never undoes a newer one.
create table cell.member (
  tenant int not null,
  id uuid not null,
  team_id uuid,
  is_active boolean not null default true,
  version bigint not null,
  primary key (tenant, id)
);

-- A volatile function reads with a snapshot of its own, taken when it is called: after the lock, when `at` comes from cell.stamp.
create function cell.team_of(in_tenant int, member uuid, at timestamptz) returns uuid language plpgsql volatile as $$
begin
  return (select m.team_id from cell.member m where m.tenant = in_tenant and m.id = member);
end $$;

-- Whether a user may be given records, asked behind the lock in the same way.
create function cell.is_active(in_tenant int, member uuid, at timestamptz) returns boolean language plpgsql volatile as $$
begin
  return exists (select from cell.member m where m.tenant = in_tenant and m.id = member and m.is_active);
end $$;

-- Every change of a record, written by the statement that changes it, until it is moved to its tenant's change feed. `details`
-- says what a timeline may show of it; it leaves the database in neither feed nor event.
create table cell.outbox (
  id uuid primary key,
  tenant int not null,
  seq bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  resource smallint not null,
  record_id uuid not null,
  operation text not null,
  version bigint not null,
  occurred_on timestamptz not null,
  owner_before uuid,
  owner_after uuid,
  team_before uuid,
  team_after uuid,
  actor uuid,
  changes jsonb,
  details jsonb,
  traceparent text
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index outbox_feed on cell.outbox (tenant, resource, occurred_on, id);
create index outbox_relay on cell.outbox (xid, seq);
create unique index outbox_seq on cell.outbox (seq);

-- A recovery that lost commits begins a new epoch: what a cursor remembers of the old one is no longer true.
create table cell.epoch (
  number int primary key
);
create unique index epoch_only_one on cell.epoch ((true));
insert into cell.epoch (number) values (1);

grant usage on schema cell to rapport_public_api;
grant select on cell.migration, cell.tenant_schema to rapport_public_api;
grant select on cell.member, cell.epoch to rapport_public_api;
grant select, insert on cell.outbox to rapport_public_api;
