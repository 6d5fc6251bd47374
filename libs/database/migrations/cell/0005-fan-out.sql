-- What must still reach other records: the record changed its name, owner or team at `since`, and every record that shows
-- its name and was stamped before that has a stale copy. A statement writes here behind the tenant's lock alone.
create table cell.fan_out (
  tenant int not null,
  resource smallint not null,
  record_id uuid not null,
  since timestamptz not null,
  primary key (tenant, resource, record_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
grant select, insert, update, delete on cell.fan_out to rapport_public_api;

-- Runs a text with an id behind the tenant's lock: a volatile function reads with a snapshot of its own, taken when it is
-- called, which is after the lock when `at` comes from cell.stamp. It has the rights of its caller.
create function cell.referrers(query text, id uuid, at timestamptz) returns text[] language plpgsql volatile as $$
declare
  found_in text[];
begin
  execute query into found_in using id;
  return found_in;
end $$;
revoke execute on function cell.referrers from public;
grant execute on function cell.referrers to rapport_public_api;
