create function cell.refuse_clock(clock regclass) returns bigint language plpgsql volatile as $$
begin
  raise exception 'the clock % is not readable or was never set', clock using errcode = 'insufficient_privilege';
end $$;

-- The same stamp as one expression, which is inlined into the statement that takes it: a third less than the calls of a
-- procedure. Case is what fixes the order: the time that the lock may be waited for, the lock, and only then the clock.
create or replace function cell.stamp(tenant int, clock regclass, width int default 1, lock_ms int default null) returns timestamptz
language sql volatile
return case when lock_ms is null or set_config('lock_timeout', lock_ms::text, true) is not null then
  case when pg_advisory_xact_lock(777, tenant) is not null then
    timestamptz '1970-01-01 00:00:00+00' + interval '1 microsecond' * (1 - width + setval(
      clock,
      width - 1 + greatest(
        (date_part('epoch', clock_timestamp()) * 1000000)::bigint,
        coalesce(pg_sequence_last_value(clock), cell.refuse_clock(clock)) / 1000 * 1000 + 1001
      )
    ))
  end
end;
