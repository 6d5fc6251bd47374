-- What the records of every kind need. What a service may do stands beside each table.
create schema :schema;
grant usage on schema :schema to rapport_public_api, rapport_application_api, rapport_change_feed_worker;

-- The tenant's stamps, in microseconds since 1970. A sequence neither rolls back nor leaves dead rows.
create sequence tenant.clock as bigint;
select setval('tenant.clock', (extract(epoch from clock_timestamp()) * 1000000)::bigint);
grant usage, select, update on sequence tenant.clock to rapport_public_api, rapport_application_api, rapport_change_feed_worker;

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
-- A search that was counted before asks how many records changed since.
grant select (resource, occurred_on) on tenant.change_feed to rapport_application_api;
-- The worker moves changes here from the outbox, and purges them.
grant select, insert, delete on tenant.change_feed to rapport_change_feed_worker;

-- One row for each resource: the stamp at which it began (below it there is nothing), the newest item that was ever purged, and the number of
-- its definitions of custom fields. That is the stamp of their last change in microseconds, written with the change, or 0 before the first. So
-- it only rises, and a restored cell never gives a number again that a copy of other definitions bears.
create table tenant.feed_floor (
  resource smallint primary key,
  born timestamptz not null,
  purged_to timestamptz not null default '-infinity',
  definitions bigint not null default 0
);
grant select on tenant.feed_floor to rapport_public_api;
grant select, update (definitions) on tenant.feed_floor to rapport_application_api;
grant select, update (purged_to) on tenant.feed_floor to rapport_change_feed_worker;
-- Every resource begins with the tenant, under one stamp.
insert into tenant.feed_floor (resource, born)
select resource, born from cell.stamp(:tenant, 'tenant.clock') as born, generate_series(1, 10) as resource;

-- What a principal may see as a whole has a number in control: a client's user; a user's scope, team and rights. A change
-- takes a stamp, and the number is written with it.
create table tenant.view (
  principal_id uuid primary key,
  number int not null,
  since timestamptz not null
);
grant select on tenant.view to rapport_public_api;
grant select, insert, update on tenant.view to rapport_application_api;

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
-- The purge finds what is due by this.
create index external_id_deleted on tenant.external_id (resource, deleted_on) where deleted_on is not null;

grant select, insert, update on tenant.external_id to rapport_public_api;
-- A delete marks the external ids of its record. No surface of people shows one.
grant select (resource, record_id), update (deleted_on) on tenant.external_id to rapport_application_api;
grant select, delete on tenant.external_id to rapport_change_feed_worker;

-- `etag` is the ETag of the stored answer.
create table tenant.idempotency_key (
  client_id uuid not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  body text not null,
  location text,
  created_on timestamptz not null,
  etag text,
  constraint idempotency_key_used primary key (client_id, key)
);
-- The purge finds what is due by this. A block range index would not do: new keys fill the pages of purged ones, and a range that was filled
-- twice spans all times.
create index idempotency_key_age on tenant.idempotency_key (created_on);

grant select, insert, delete on tenant.idempotency_key to rapport_public_api, rapport_application_api;
grant select (client_id, key, created_on), delete on tenant.idempotency_key to rapport_change_feed_worker;

-- What a tenant adds to its records. A field stays for ever: disabled, it keeps its key and its values.
create table tenant.custom_field (
  id uuid primary key,
  resource smallint not null,
  key text collate "C" not null,
  label text not null,
  description text,
  field_type text not null,
  is_required boolean not null,
  options text[] not null,
  display_order int not null,
  is_enabled boolean not null default true,
  created_on timestamptz not null,
  last_modified_on timestamptz not null,
  constraint custom_field_key unique (resource, key),
  constraint custom_field_order unique (resource, display_order)
);
grant select on tenant.custom_field to rapport_public_api;
grant select, insert, update on tenant.custom_field to rapport_application_api;

-- The folded texts of each record in which words are looked for. The statement that writes a record writes its row where the text changes.
create table tenant.search_text (
  resource smallint not null,
  record_id uuid not null,
  folded text not null,
  primary key (resource, record_id)
);
-- Each record is in the index under its resource and the trigrams of its text. New ones wait in a list, which a write takes into the index
-- when it is full: a long one would make that write, and the writes of the tenant behind it, wait.
create index search_text_words on tenant.search_text using gin (resource, folded cell.gin_trgm_ops) with (gin_pending_list_limit = 512);

grant select, insert, update, delete on tenant.search_text to rapport_public_api, rapport_application_api;
