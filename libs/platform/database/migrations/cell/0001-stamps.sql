-- What a service may do in a cell stands beside each table and function. This is what every service that comes here needs.
grant usage on schema cell to rapport_public_api, rapport_application_api, rapport_change_feed_worker;
grant select on cell.migration, cell.tenant_schema to rapport_public_api, rapport_application_api, rapport_change_feed_worker;

create function cell.refuse_clock(clock regclass) returns bigint language plpgsql volatile as $$
begin
  raise exception 'the clock % is not readable or was never set', clock using errcode = 'insufficient_privilege';
end $$;

-- The stamp of one transaction of one tenant; `width` microseconds from it on are the caller's own. It takes the tenant's lock to the end
-- of the transaction, so the order of stamps is the order of commits. Nothing that it reads is a snapshot, so it is never late. It is called
-- first, outside any savepoint, which would give the lock back. The result lies above the millisecond that follows the last stamp.
--
-- It is one expression, which is inlined into the statement that takes it: that costs a third less than the calls of a procedure. Case is
-- what fixes the order: the lock, and only then the clock.
create function cell.stamp(tenant int, clock regclass, width int default 1) returns timestamptz
language sql volatile
return case when pg_advisory_xact_lock(777, tenant) is not null then
  timestamptz '1970-01-01 00:00:00+00' + interval '1 microsecond' * (1 - width + setval(
    clock,
    width - 1 + greatest(
      (date_part('epoch', clock_timestamp()) * 1000000)::bigint,
      coalesce(pg_sequence_last_value(clock), cell.refuse_clock(clock)) / 1000 * 1000 + 1001
    )
  ))
end;

-- A time as every answer shows it: always six digits. It is stable, not immutable, because to_char is: a function that promises more than
-- its body does is not inlined.
create function cell.utc(at timestamptz) returns text language sql stable parallel safe
return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

create function cell.refuse_unstamped() returns trigger language plpgsql as $$
begin
  raise exception 'an update of %.% without a new stamp and version', tg_table_schema, tg_table_name using errcode = 'restrict_violation';
end $$;
