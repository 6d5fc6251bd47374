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
grant select on tenant.change_feed to rapport_public_api, rapport_subscription_service;

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
