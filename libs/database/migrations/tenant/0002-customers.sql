-- An e-mail address is found by its key alone, which services make, because PostgreSQL folds letters otherwise than IDNA.
create table tenant.customer (
  id uuid not null,
  code text not null,
  name text not null,
  customer_type text not null default 'customer',
  email text,
  email_key text,
  phone text,
  website text,
  tax_number text,
  tax_office text,
  industry text,
  currency text,
  customer_group_id uuid,
  owner_user_id uuid,
  team_id uuid,
  is_active boolean not null default true,
  address jsonb,
  description text,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null,
  constraint customer_email_key_there check ((email is null) = (email_key is null))
);
create unique index customer_code_unique on tenant.customer (lower(code));
create index customer_all on tenant.customer (last_modified_on, id);
create index customer_own on tenant.customer (owner_user_id, last_modified_on, id);
create index customer_team on tenant.customer (team_id, last_modified_on, id);
-- The key comes last: of indexes that cost the same, as all do while the table is empty, the planner takes the newest, and a
-- plan that was made then must find a record by its id.
alter table tenant.customer add primary key (id);
create trigger stamped after update on tenant.customer for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();
create sequence tenant.customer_code as bigint;

grant select, insert, update, delete on tenant.customer to rapport_public_api;
grant usage on sequence tenant.customer_code to rapport_public_api;

insert into tenant.feed_floor (resource, born) values (1, cell.stamp(:tenant, 'tenant.clock'));
