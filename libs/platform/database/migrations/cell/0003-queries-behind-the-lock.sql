-- What a write asks behind its tenant's lock. A volatile function reads with a snapshot of its own, taken when it is called, which is after
-- the lock when `at` comes from cell.stamp. Each function runs the query of its caller, with the rights of its caller. Few writes come to
-- each, and a write prepares to run all that stands in its own text, at each execution and also where it does not come to that; so these are
-- functions.

-- Runs a query, whose $1 to $4 are the id, another id, a text and the stamp. It gives what the query found, as a text, or null.
create function cell.ask(query text, id uuid, other uuid, word text, at timestamptz) returns text language plpgsql volatile as $$
declare
  found_it text;
begin
  if id is not null then
    execute query into found_it using id, other, word, at;
  end if;
  return found_it;
end $$;

-- Whether the query finds nothing for one of the ids; those that the record has already are not asked.
create function cell.misses(query text, ids uuid[], present uuid[], other uuid, word text, at timestamptz) returns boolean
language plpgsql volatile as $$
declare
  each_id uuid;
begin
  foreach each_id in array ids loop
    if (present is null or not each_id = any (present)) and cell.ask(query, each_id, other, word, at) is null then
      return true;
    end if;
  end loop;
  return false;
end $$;

revoke execute on function cell.ask, cell.misses from public;
grant execute on function cell.ask, cell.misses to rapport_public_api, rapport_application_api;
