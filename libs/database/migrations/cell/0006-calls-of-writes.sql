-- What few writes do is in functions: a write prepares to run all that stands in its own text, at each execution and also where it does not
-- come to that.

-- Stored values of custom fields as JSON, those of the keys, in their order. A key needs no escape, and a value stands as it is printed
-- within the column too.
create function cell.shown_values(stored jsonb, keys text[]) returns json language plpgsql immutable parallel safe as $$
begin
  return (select '[' || coalesce(string_agg('{"key":"' || shown.key || '","value":' || (stored -> shown.key)::text || '}', ','
    order by shown.place), '') || ']'
  from unnest(keys) with ordinality as shown (key, place) where stored ? shown.key)::json;
end $$;

-- A value as a timeline shows it: a text ends after 200 characters.
create function cell.cut(value jsonb) returns jsonb language sql immutable parallel safe
return case jsonb_typeof(value) when 'string' then to_jsonb(left(value #>> '{}', 200)) else value end;

-- The custom fields to which a change gave other values, as members of a JSON object: each with its old and its new value. A key needs no escape.
create function cell.changed_values(before jsonb, after jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return (select string_agg('"customFields.' || key || '":' || json_build_array(cell.cut(b.value), cell.cut(a.value)), ',' order by key)
  from jsonb_each(before) as b full join jsonb_each(after) as a using (key) where a.value is distinct from b.value);
end $$;

-- Whether the row with the id is there, asked behind the tenant's lock when `at` comes from cell.stamp: a volatile function reads with a
-- snapshot of its own. It has the rights of its caller.
create function cell.is_there(query text, id uuid, at timestamptz) returns boolean language plpgsql volatile as $$
declare
  found_it boolean;
begin
  execute query into found_it using id;
  return found_it is not null;
end $$;
revoke execute on function cell.is_there from public;
grant execute on function cell.is_there to rapport_public_api;

-- Notes that other records show what this one was before.
create function cell.open_fan_out(in_tenant int, of_resource int, record uuid, at timestamptz) returns void language plpgsql volatile as $$
begin
  insert into cell.fan_out as open (tenant, resource, record_id, since) values (in_tenant, of_resource, record, at)
  on conflict (tenant, resource, record_id) do update set since = greatest(open.since, excluded.since);
end $$;
revoke execute on function cell.open_fan_out from public;
grant execute on function cell.open_fan_out to rapport_public_api;
