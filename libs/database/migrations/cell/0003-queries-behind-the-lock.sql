-- What a write asks behind its tenant's lock. A volatile function reads with a snapshot of its own, taken when it is called, which is after
-- the lock when `at` comes from cell.stamp. Each function runs the query of its caller, with the rights of its caller. Few writes come to
-- each, and a write prepares to run all that stands in its own text, at each execution and also where it does not come to that; so these are
-- functions.

-- Runs a text with an id, and gives what it found.
create function cell.referrers(query text, id uuid, at timestamptz) returns text[] language plpgsql volatile as $$
declare
  found_in text[];
begin
  execute query into found_in using id;
  return found_in;
end $$;

-- Whether the row with the id is there.
create function cell.is_there(query text, id uuid, at timestamptz) returns boolean language plpgsql volatile as $$
declare
  found_it boolean;
begin
  execute query into found_it using id;
  return found_it is not null;
end $$;

-- Whether a caller sees the record with the id. The query takes the id, the scope, and the user or team whose records the scope shows.
create function cell.sees(query text, id uuid, scope text, viewer uuid, at timestamptz) returns boolean
language plpgsql volatile as $$
declare
  found_it boolean;
begin
  execute query into found_it using id, scope, viewer;
  return found_it is not null;
end $$;

-- Whether a list of ids names a record that is not there, or that the caller does not see; those that the record has already are not asked.
create function cell.misses(query text, ids uuid[], present uuid[], scope text, viewer uuid, at timestamptz) returns boolean
language plpgsql volatile as $$
declare
  each_id uuid;
  found_it boolean;
begin
  foreach each_id in array ids loop
    if present is null or not each_id = any (present) then
      execute query into found_it using each_id, scope, viewer;
      if found_it is null then
        return true;
      end if;
    end if;
  end loop;
  return false;
end $$;

-- An id that the row with this id has.
create function cell.id_in(query text, id uuid, at timestamptz) returns uuid language plpgsql volatile as $$
declare
  found_id uuid;
begin
  if id is not null then
    execute query into found_id using id;
  end if;
  return found_id;
end $$;

-- Whether the way up from a record leads through another one. The query takes the first record and the other one.
create function cell.leads_through(query text, first uuid, other uuid, at timestamptz) returns boolean language plpgsql volatile as $$
declare
  found_it boolean;
begin
  execute query into found_it using first, other;
  return found_it is not null;
end $$;

-- Deletes the parts of a record.
create function cell.take_along(query text, record uuid, at timestamptz, actor uuid, traceparent text) returns void
language plpgsql volatile as $$
begin
  execute query using record, at, actor, traceparent;
end $$;

revoke execute on function cell.referrers, cell.is_there, cell.sees, cell.misses, cell.id_in, cell.leads_through, cell.take_along from public;
grant execute on function cell.referrers, cell.is_there, cell.sees, cell.misses, cell.id_in, cell.leads_through, cell.take_along
  to rapport_public_api, rapport_application_api;
