-- Generated from migrations/tenant. version: 11

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

-- 0004-contacts-leads-opportunities.sql
-- Values of custom fields, by the field's key.
alter table tenant.customer add column custom_fields jsonb not null default '{}';

-- The ETag of the stored answer.
alter table tenant.idempotency_key add column etag text;

create table tenant.customer_group (
  id uuid primary key,
  code text not null,
  name text not null,
  parent_id uuid,
  description text,
  is_active boolean not null default true,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null
);
create unique index customer_group_code_unique on tenant.customer_group (lower(code));
-- A record that names a group locks the group's row, for which it must be allowed to update a column.
grant select, update (version) on tenant.customer_group to rapport_public_api;

-- `customer_name` is a copy, which the fan-out of names keeps up to date.
create table tenant.contact (
  id uuid not null,
  customer_id uuid,
  customer_name text,
  first_name text,
  last_name text not null,
  name text not null generated always as (
    case when first_name is null then last_name else first_name || ' ' || last_name end
  ) stored,
  job_title text,
  department text,
  email text,
  phone text,
  mobile_phone text,
  is_primary boolean not null default false,
  birth_date date,
  address jsonb,
  do_not_call boolean not null default false,
  email_opt_out boolean not null default false,
  description text,
  custom_fields jsonb not null default '{}',
  owner_user_id uuid,
  team_id uuid,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null
);
create index contact_all on tenant.contact (last_modified_on, id);
create index contact_own on tenant.contact (owner_user_id, last_modified_on, id);
create index contact_team on tenant.contact (team_id, last_modified_on, id);
-- The fan-out of a customer's name stamps its contacts in this order, and a delete of the customer looks for them here.
create index contact_customer on tenant.contact (customer_id, last_modified_on, id);
-- The key comes last here too, for the reason that customers give.
alter table tenant.contact add primary key (id);
create trigger stamped after update on tenant.contact for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();
grant select, insert, update, delete on tenant.contact to rapport_public_api;

create table tenant.lead (
  id uuid not null,
  first_name text,
  last_name text,
  company_name text,
  name text generated always as (
    case when last_name is null then company_name when first_name is null then last_name else first_name || ' ' || last_name end
  ) stored,
  job_title text,
  email text,
  phone text,
  mobile_phone text,
  website text,
  source text,
  rating text,
  industry text,
  estimated_value numeric,
  currency text,
  address jsonb,
  campaign_id uuid,
  status text not null default 'new',
  description text,
  custom_fields jsonb not null default '{}',
  owner_user_id uuid,
  team_id uuid,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null
);
create index lead_all on tenant.lead (last_modified_on, id);
create index lead_own on tenant.lead (owner_user_id, last_modified_on, id);
create index lead_team on tenant.lead (team_id, last_modified_on, id);
alter table tenant.lead add primary key (id);
create trigger stamped after update on tenant.lead for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();
grant select, insert, update, delete on tenant.lead to rapport_public_api;

create table tenant.opportunity (
  id uuid not null,
  name text not null,
  customer_id uuid,
  customer_name text,
  contact_id uuid,
  contact_name text,
  lead_id uuid,
  lead_name text,
  amount numeric,
  currency text,
  stage text not null default 'prospecting',
  probability int not null,
  expected_close_date date,
  source text,
  campaign_id uuid,
  description text,
  custom_fields jsonb not null default '{}',
  owner_user_id uuid,
  team_id uuid,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null
);
create index opportunity_all on tenant.opportunity (last_modified_on, id);
create index opportunity_own on tenant.opportunity (owner_user_id, last_modified_on, id);
create index opportunity_team on tenant.opportunity (team_id, last_modified_on, id);
create index opportunity_customer on tenant.opportunity (customer_id, last_modified_on, id);
create index opportunity_contact on tenant.opportunity (contact_id, last_modified_on, id);
create index opportunity_lead on tenant.opportunity (lead_id, last_modified_on, id);
alter table tenant.opportunity add primary key (id);
create trigger stamped after update on tenant.opportunity for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();
grant select, insert, update, delete on tenant.opportunity to rapport_public_api;

-- They begin with the tenant, so that a client that asks from before now is not refused.
insert into tenant.feed_floor (resource, born)
select added.resource, min(born) from tenant.feed_floor, (values (2), (3), (4)) as added (resource) group by added.resource;

-- 0005-custom-fields.sql
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

-- The number of the definitions of a resource: the stamp of their last change in microseconds, written with the change, or 0
-- before the first. So it only rises, and a restored cell never gives a number again that a copy of other definitions bears.
alter table tenant.feed_floor add column definitions bigint not null default 0;

-- 0006-application-api.sql
-- The application API writes views, definitions of custom fields, and the teams of records that follow their owners.
grant usage on schema :schema to rapport_application_api;
grant usage, select, update on sequence tenant.clock to rapport_application_api;
grant select, insert, update on tenant.view to rapport_application_api;
grant select, insert, update on tenant.custom_field to rapport_application_api;
grant select, update (definitions) on tenant.feed_floor to rapport_application_api;
grant select, insert, delete on tenant.idempotency_key to rapport_application_api;
grant select, update on tenant.customer, tenant.contact, tenant.lead, tenant.opportunity to rapport_application_api;
grant select on tenant.customer_group to rapport_application_api;

-- 0007-application-records.sql
-- What the application API alone shows of the records that clients synchronise.
alter table tenant.customer
  add column credit_limit numeric,
  add column payment_term_days int,
  add column tags text[] not null default '{}',
  add column parent_customer_id uuid;
alter table tenant.lead
  add column lost_reason text,
  add column converted_on timestamptz,
  add column converted_customer_id uuid,
  add column converted_contact_id uuid,
  add column converted_opportunity_id uuid;
alter table tenant.opportunity
  add column lost_reason text,
  add column closed_on timestamptz;

create table tenant.campaign (
  id uuid not null,
  code text,
  name text not null,
  campaign_type text not null default 'other',
  status text not null default 'planned',
  start_date date,
  end_date date,
  budget numeric,
  actual_cost numeric,
  expected_revenue numeric,
  currency text,
  parent_campaign_id uuid,
  description text,
  owner_user_id uuid,
  team_id uuid,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null
);
create unique index campaign_code_unique on tenant.campaign (lower(code));
create index campaign_all on tenant.campaign (last_modified_on, id);
create index campaign_own on tenant.campaign (owner_user_id, last_modified_on, id);
create index campaign_team on tenant.campaign (team_id, last_modified_on, id);
-- The key comes last, for the reason that customers give.
alter table tenant.campaign add primary key (id);
create trigger stamped after update on tenant.campaign for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

create table tenant.activity (
  id uuid not null,
  subject text not null,
  activity_type text not null default 'task',
  status text not null default 'plan',
  priority text not null default 'normal',
  start_on timestamptz,
  end_on timestamptz,
  due_on timestamptz,
  completed_on timestamptz,
  is_all_day boolean not null default false,
  location text,
  direction text,
  outcome text,
  customer_id uuid,
  contact_id uuid,
  lead_id uuid,
  opportunity_id uuid,
  campaign_id uuid,
  participant_contact_ids uuid[] not null default '{}',
  reminder_on timestamptz,
  description text,
  owner_user_id uuid,
  team_id uuid,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null
);
create index activity_all on tenant.activity (last_modified_on, id);
create index activity_own on tenant.activity (owner_user_id, last_modified_on, id);
create index activity_team on tenant.activity (team_id, last_modified_on, id);
alter table tenant.activity add primary key (id);
create trigger stamped after update on tenant.activity for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

-- A group's code is optional, and its name is its own among the groups beside it.
alter table tenant.customer_group alter column code drop not null;
create unique index customer_group_name_unique on tenant.customer_group (parent_id, lower(name)) nulls not distinct;

grant insert, update, delete on tenant.customer, tenant.contact, tenant.lead, tenant.opportunity to rapport_application_api;
grant select, insert, update, delete on tenant.activity, tenant.campaign, tenant.customer_group to rapport_application_api;
grant usage on sequence tenant.customer_code to rapport_application_api;
-- A delete marks the external ids of its record, which people never read.
grant select (resource, record_id), update (deleted_on) on tenant.external_id to rapport_application_api;
-- A record of a client may name a campaign, and a delete looks for what names the record.
grant select on tenant.activity, tenant.campaign to rapport_public_api;

-- They begin with the tenant, so that a client that asks from before now is not refused.
insert into tenant.feed_floor (resource, born)
select added.resource, min(born)
from tenant.feed_floor, (values (5), (6), (7), (8), (9)) as added (resource) group by added.resource;

-- 0008-search.sql
-- The folded texts of each record in which words are looked for. The statement that writes a record writes its row where the text changes.
create table tenant.search_text (
  resource smallint not null,
  record_id uuid not null,
  folded text not null,
  primary key (resource, record_id)
);
insert into tenant.search_text (resource, record_id, folded)
select 1, id, cell.search_text(code, name, email, phone, tax_number) from tenant.customer
union all
select 2, id, cell.search_text(first_name, last_name, email, phone, mobile_phone) from tenant.contact
union all
select 3, id, cell.search_text(first_name, last_name, company_name, email, phone, mobile_phone) from tenant.lead
union all
select 4, id, cell.search_text(name) from tenant.opportunity
union all
select 5, id, cell.search_text(subject) from tenant.activity
union all
select 6, id, cell.search_text(code, name) from tenant.campaign
union all
select 7, id, cell.search_text(name, code) from tenant.customer_group;
-- Each record is in the index under its resource and the trigrams of its text. New ones wait in a list, which a write takes into the index
-- when it is full: a long one would make that write, and the writes of the tenant behind it, wait.
create index search_text_words on tenant.search_text using gin (resource, folded cell.gin_trgm_ops) with (gin_pending_list_limit = 512);

grant select, insert, update, delete on tenant.search_text to rapport_public_api, rapport_application_api;

-- What searches sort by. Texts are sorted as they are folded.
create index customer_name on tenant.customer (cell.folded(name), id);
create index customer_code_order on tenant.customer (cell.folded(code), id);
create index customer_created on tenant.customer (created_on, id);
create index contact_last_name on tenant.contact (cell.folded(last_name), id);
create index contact_created on tenant.contact (created_on, id);
create index lead_company_name on tenant.lead (cell.folded(company_name), id);
create index lead_last_name on tenant.lead (cell.folded(last_name), id);
create index lead_created on tenant.lead (created_on, id);
create index opportunity_name on tenant.opportunity (cell.folded(name), id);
create index opportunity_amount on tenant.opportunity (amount, id);
create index opportunity_close on tenant.opportunity (expected_close_date, id);
create index opportunity_created on tenant.opportunity (created_on, id);
create index activity_due on tenant.activity (due_on, id);
create index activity_start on tenant.activity (start_on, id);
create index activity_created on tenant.activity (created_on, id);
create index campaign_name on tenant.campaign (cell.folded(name), id);
create index campaign_start on tenant.campaign (start_date, id);
create index campaign_created on tenant.campaign (created_on, id);

-- What searches filter by. A column with few values comes first, so that an index finds those of the second column too, by a skip over
-- the first. References are in an index only where there is one.
create index customer_kind on tenant.customer (customer_type, is_active, last_modified_on, id);
create index customer_in_group on tenant.customer (customer_group_id, last_modified_on, id) where customer_group_id is not null;
create index customer_parent on tenant.customer (parent_customer_id, last_modified_on, id) where parent_customer_id is not null;
create index lead_kind on tenant.lead (status, source, last_modified_on, id);
create index lead_campaign on tenant.lead (campaign_id, last_modified_on, id) where campaign_id is not null;
create index opportunity_stage on tenant.opportunity (stage, last_modified_on, id);
create index activity_kind on tenant.activity (status, activity_type, last_modified_on, id);
create index activity_customer on tenant.activity (customer_id, last_modified_on, id) where customer_id is not null;
create index activity_subjects on tenant.activity using gin (contact_id, lead_id, opportunity_id, campaign_id) with (fastupdate = off);
create index campaign_kind on tenant.campaign (status, campaign_type, last_modified_on, id);
create index campaign_parent on tenant.campaign (parent_campaign_id, last_modified_on, id) where parent_campaign_id is not null;

-- The keys come last once more, for the reason that customers give.
alter table tenant.customer drop constraint customer_pkey, add primary key (id);
alter table tenant.contact drop constraint contact_pkey, add primary key (id);
alter table tenant.lead drop constraint lead_pkey, add primary key (id);
alter table tenant.opportunity drop constraint opportunity_pkey, add primary key (id);
alter table tenant.activity drop constraint activity_pkey, add primary key (id);
alter table tenant.campaign drop constraint campaign_pkey, add primary key (id);

-- 0009-parts.sql
-- A part of its customer. One of a customer's addresses is the default: the index refuses a second one.
create table tenant.shipping_address (
  id uuid not null,
  customer_id uuid not null,
  title text not null,
  recipient_name text,
  phone text,
  email text,
  address_line1 text not null,
  address_line2 text,
  district text,
  city text not null,
  state text,
  postal_code text,
  country_code text not null,
  delivery_note text,
  is_default boolean not null default false,
  is_active boolean not null default true,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null
);
create unique index shipping_address_default on tenant.shipping_address (customer_id) where is_default;
create index shipping_address_all on tenant.shipping_address (last_modified_on, id);
create index shipping_address_customer on tenant.shipping_address (customer_id, last_modified_on, id);
-- The key comes last, for the reason that customers give.
alter table tenant.shipping_address add primary key (id);
create trigger stamped after update on tenant.shipping_address for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

-- A part of its campaign and of its target. Callers name it by its number; a sequence counts up only where a row is added.
create table tenant.campaign_member (
  id uuid not null,
  number int not null generated always as identity,
  campaign_id uuid not null,
  contact_id uuid,
  lead_id uuid,
  customer_id uuid,
  member_type text not null generated always as (
    case when contact_id is not null then 'contact' when lead_id is not null then 'lead' else 'customer' end
  ) stored,
  status text not null default 'added',
  first_responded_on timestamptz,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null,
  constraint campaign_member_target check (num_nonnulls(contact_id, lead_id, customer_id) = 1)
);
create unique index campaign_member_contact on tenant.campaign_member (contact_id, campaign_id) where contact_id is not null;
create unique index campaign_member_lead on tenant.campaign_member (lead_id, campaign_id) where lead_id is not null;
create unique index campaign_member_customer on tenant.campaign_member (customer_id, campaign_id) where customer_id is not null;
create index campaign_member_of_campaign on tenant.campaign_member (campaign_id, number);
create unique index campaign_member_number on tenant.campaign_member (number);
alter table tenant.campaign_member add primary key (id);
create trigger stamped after update on tenant.campaign_member for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

grant select, insert, update, delete on tenant.shipping_address, tenant.campaign_member to rapport_application_api;
-- What a client deletes takes its parts along.
grant select, delete on tenant.shipping_address, tenant.campaign_member to rapport_public_api;

-- A customer or contact that is there already is found by the digits of its phone number.
create index customer_phone on tenant.customer (regexp_replace(phone, '\D', '', 'g')) where phone is not null;
create index contact_phone on tenant.contact (regexp_replace(phone, '\D', '', 'g')) where phone is not null;
create index contact_mobile_phone on tenant.contact (regexp_replace(mobile_phone, '\D', '', 'g')) where mobile_phone is not null;

-- 0010-faster-searches.sql
-- Integrations and people look for a person by the whole address, whose trigrams many addresses have.
create index contact_email on tenant.contact (lower(email)) where email is not null;
create index lead_email on tenant.lead (lower(email)) where email is not null;

-- Texts are marked from now on, see cell.marked.
update tenant.search_text set folded = cell.marked(folded) where folded ~ '[^[:alnum:]\x01-\x7f]';

-- 0011-campaigns.sql
-- Deleting a campaign asks whether an opportunity names it. A stage is one of six, so PostgreSQL skips over it for the campaign, and the
-- table keeps to twelve indexes.
create index opportunity_kind on tenant.opportunity (stage, campaign_id, last_modified_on, id);
drop index tenant.opportunity_stage;

-- What searches of a campaign's members sort by.
create index campaign_member_created on tenant.campaign_member (campaign_id, created_on, id);
create index campaign_member_modified on tenant.campaign_member (campaign_id, last_modified_on, id);

-- The keys come last once more, for the reason that customers give.
alter table tenant.opportunity drop constraint opportunity_pkey, add primary key (id);
alter table tenant.campaign_member drop constraint campaign_member_pkey, add primary key (id);
