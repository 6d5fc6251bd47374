-- Deletes the parts of a record behind the tenant's lock: a volatile function reads with a snapshot of its own, taken when it is called, which
-- is after the lock when `at` comes from cell.stamp. It has the rights of its caller.
create function cell.take_along(query text, record uuid, at timestamptz, actor uuid, traceparent text) returns void
language plpgsql volatile as $$
begin
  execute query using record, at, actor, traceparent;
end $$;
revoke execute on function cell.take_along from public;
grant execute on function cell.take_along to rapport_public_api, rapport_application_api;
