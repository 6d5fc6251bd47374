-- What a recovery does in a cell that was brought back to an earlier moment. Only the owner calls it.

-- The tables of the cell that have rows of tenants.
create function cell.tables_of_tenants() returns setof regclass language sql stable as $$
  select attrelid::regclass from pg_attribute join pg_class on pg_class.oid = attrelid
  where attname = 'tenant' and relnamespace = 'cell'::regnamespace and relkind = 'r'
$$;
revoke execute on function cell.tables_of_tenants from public;

-- The numbers of all tenants of which the cell has a row.
create function cell.tenants_with_rows() returns setof int language plpgsql as $$
declare
  its_table text;
begin
  for its_table in select cell.tables_of_tenants() loop
    return query execute format('select distinct tenant from %s', its_table);
  end loop;
end $$;
revoke execute on function cell.tenants_with_rows from public;

-- Erases the rows of a tenant whose schema is gone.
create procedure cell.erase_rows(gone int) language plpgsql as $$
declare
  its_table text;
begin
  for its_table in select cell.tables_of_tenants() loop
    execute format('delete from %s where tenant = $1', its_table) using gone;
  end loop;
end $$;
revoke execute on procedure cell.erase_rows from public;

-- Raises the clock of a tenant above every stamp that the lost commits may have had: above `counted`, to which control has counted its records,
-- and above now. The seconds are for a server whose clock is behind. A tenant whose stamps are ahead of the time has had others since they
-- were counted, for which the minute is. Behind the tenant's lock no record changes, so the stamp that is given back has all records that are
-- counted behind it.
create function cell.recover_tenant(number int, counted bigint, tables text[], out clock bigint, out records bigint) language plpgsql as $$
declare
  home text := 't' || lpad(number::text, greatest(5, length(number::text)), '0');
  present bigint := (date_part('epoch', clock_timestamp()) * 1000000)::bigint;
  highest bigint;
  its_table text;
  rows_of_it bigint;
begin
  perform pg_advisory_xact_lock(777, number);
  highest := greatest(pg_sequence_last_value(format('%I.clock', home)), counted);
  clock := setval(format('%I.clock', home), greatest(
    highest + case when highest > present then 60000000 else 0 end,
    present + 5000000
  ));
  records := 0;
  foreach its_table in array tables loop
    execute format('select count(*) from %I.%I', home, its_table) into rows_of_it;
    records := records + rows_of_it;
  end loop;
end $$;
revoke execute on function cell.recover_tenant from public;
