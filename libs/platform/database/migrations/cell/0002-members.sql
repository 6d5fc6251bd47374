-- The users of all tenants: who is in which team, who may be given records, and the name that records show beside an id. It is a table of the
-- cell, so one function with one cached plan reads it for every tenant. `version` is the user's in control: a late change never undoes a
-- newer one.
create table cell.member (
  tenant int not null,
  id uuid not null,
  team_id uuid,
  is_active boolean not null default true,
  version bigint not null,
  name text,
  primary key (tenant, id)
);
grant select on cell.member to rapport_public_api;
-- The application API brings changes of people to the cell.
grant select, insert, update on cell.member to rapport_application_api;

-- The team of a user. A volatile function reads with a snapshot of its own, taken when it is called: after the tenant's lock, when `at` comes
-- from cell.stamp.
create function cell.team_of(in_tenant int, member uuid, at timestamptz) returns uuid language plpgsql volatile as $$
begin
  return (select known.team_id from cell.member known where known.tenant = in_tenant and known.id = member);
end $$;

-- Whether a user may be given records: asked in the same way, and in front of the lock with no stamp.
create function cell.is_active(in_tenant int, member uuid, at timestamptz) returns boolean language plpgsql volatile as $$
begin
  return exists (
    select from cell.member known where known.tenant = in_tenant and known.id = member and known.is_active
  );
end $$;
