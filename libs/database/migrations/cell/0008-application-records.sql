-- The name of a user, which records of the application API show beside its id.
alter table cell.member add column name text;

-- Whether a caller sees the record with the id, asked behind the tenant's lock when `at` comes from cell.stamp: a volatile function reads
-- with a snapshot of its own. The query takes the id, the scope, and the user or team whose records the scope shows. It has the rights of
-- its caller.
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

-- An id that the row with this id has, asked behind the tenant's lock when `at` comes from cell.stamp.
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

revoke execute on function cell.sees, cell.misses, cell.id_in, cell.leads_through from public;
grant execute on function cell.sees, cell.misses, cell.id_in, cell.leads_through
  to rapport_public_api, rapport_application_api;
