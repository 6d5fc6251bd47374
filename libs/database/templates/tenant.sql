-- Generated from migrations/tenant. version: 3

-- 0001-records.sql
-- What the records of every resource need.
create schema :schema;
grant usage on schema :schema to rapport_public_api;

-- The tenant's stamps, in microseconds since 1970. A sequence neither rolls back nor leaves dead rows.
create sequence tenant.clock as bigint;
select setval('tenant.clock', (extract(epoch from clock_timestamp()) * 1000000)::bigint);
grant usage, select, update on sequence tenant.clock to rapport_public_api;

-- A deleted record's row stays, marked, until the feed's retention has passed: the feed shows its external id on every
-- item, and the id is free again at once.
create table tenant.external_id (
  resource smallint not null,
  record_id uuid not null,
  client_id uuid not null,
  external_id text not null,
  deleted_on timestamptz,
  constraint external_id_record primary key (resource, record_id, client_id)
);
create unique index external_id_taken on tenant.external_id (client_id, resource, external_id) where deleted_on is null;
grant select, insert, update on tenant.external_id to rapport_public_api;

create table tenant.idempotency_key (
  client_id uuid not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  body text not null,
  location text,
  created_on timestamptz not null,
  constraint idempotency_key_used primary key (client_id, key)
);
grant select, insert, delete on tenant.idempotency_key to rapport_public_api;

create table tenant.change_feed (
  id uuid not null,
  resource smallint not null,
  record_id uuid not null,
  operation text not null,
  version bigint not null,
  occurred_on timestamptz not null,
  owner_before uuid,
  owner_after uuid,
  team_before uuid,
  team_after uuid,
  actor uuid,
  changes jsonb,
  primary key (resource, occurred_on, id)
);
grant select on tenant.change_feed to rapport_public_api;

-- One row for each resource: the stamp at which it began (below it there is nothing) and the newest item that was ever purged.
create table tenant.feed_floor (
  resource smallint primary key,
  born timestamptz not null,
  purged_to timestamptz not null default '-infinity'
);
grant select on tenant.feed_floor to rapport_public_api;

-- What a principal may see as a whole has a number in control: a client's user; a user's scope, team and rights. A change
-- takes a stamp, and the number is written with it.
create table tenant.view (
  principal_id uuid primary key,
  number int not null,
  since timestamptz not null
);
grant select on tenant.view to rapport_public_api;

-- 0002-customers.sql
create table tenant.customer (
  id uuid not null,
  code text not null,
  name text not null,
  customer_type text not null default 'customer',
  email text,
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
  last_modified_on timestamptz not null
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

-- 0003-change-feed-worker.sql
-- What the worker moves from the outbox and purges.
grant usage on schema :schema to rapport_change_feed_worker;
grant select, insert, delete on tenant.change_feed to rapport_change_feed_worker;
grant select, update (purged_to) on tenant.feed_floor to rapport_change_feed_worker;
grant select, delete on tenant.external_id to rapport_change_feed_worker;
grant select (client_id, key, created_on), delete on tenant.idempotency_key to rapport_change_feed_worker;

-- The purge finds what is due by these. A block range index would not do for the keys: new ones fill the pages of purged
-- ones, and a range that was filled twice spans all times.
create index external_id_deleted on tenant.external_id (resource, deleted_on) where deleted_on is not null;
create index idempotency_key_age on tenant.idempotency_key (created_on);
