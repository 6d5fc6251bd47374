-- A code is optional, and a name is its own among the groups beside it.
create table tenant.customer_group (
  id uuid primary key,
  code text,
  name text not null,
  parent_id uuid,
  description text,
  is_active boolean not null default true,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null
);
create unique index customer_group_code_unique on tenant.customer_group (lower(code));
create unique index customer_group_name_unique on tenant.customer_group (parent_id, lower(name)) nulls not distinct;
create trigger stamped after update on tenant.customer_group for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

-- A record that names a group locks the group's row, for which it must be allowed to update a column.
grant select, update (version) on tenant.customer_group to rapport_public_api;
grant select, insert, update, delete on tenant.customer_group to rapport_application_api;

-- An e-mail address is found by its key alone, which services make, because PostgreSQL folds letters otherwise than IDNA. The values of custom
-- fields stand by the field's key. The application API alone shows the credit limit, the payment term, the tags and the parent.
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
  credit_limit numeric,
  payment_term_days int,
  tags text[] not null default '{}',
  customer_group_id uuid,
  parent_customer_id uuid,
  owner_user_id uuid,
  team_id uuid,
  is_active boolean not null default true,
  address jsonb,
  description text,
  custom_fields jsonb not null default '{}',
  external_ids jsonb,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null,
  constraint customer_email_key_there check ((email is null) = (email_key is null))
);
create unique index customer_code_unique on tenant.customer (lower(code));
create index customer_all on tenant.customer (last_modified_on, id);
create index customer_own on tenant.customer (owner_user_id, last_modified_on, id);
create index customer_team on tenant.customer (team_id, last_modified_on, id) where team_id is not null;
-- What searches sort by. Texts are sorted as they are folded.
create index customer_name on tenant.customer (cell.folded(name), id);
create index customer_code_order on tenant.customer (cell.folded(code), id);
create index customer_created on tenant.customer (created_on, id);
-- What searches filter by. A column with few values comes first, so that an index finds those of the second column too, by a skip over
-- the first. References and teams are in an index only where there is one.
create index customer_kind on tenant.customer (customer_type, is_active, last_modified_on, id);
create index customer_in_group on tenant.customer (customer_group_id, last_modified_on, id) where customer_group_id is not null;
create index customer_parent on tenant.customer (parent_customer_id, last_modified_on, id) where parent_customer_id is not null;
-- A customer that is there already is found by the digits of its phone number, and what has the same address by its key.
create index customer_phone on tenant.customer (regexp_replace(phone, '\D', '', 'g')) where phone is not null;
create index customer_email_key on tenant.customer (email_key) where email_key is not null;
-- The key comes last: of indexes that cost the same, as all do while the table is empty, the planner takes the newest, and a
-- plan that was made then must find a record by its id. So it does in the tables of all records.
alter table tenant.customer add primary key (id);
create trigger stamped after update on tenant.customer for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

create sequence tenant.customer_code as bigint;
grant usage on sequence tenant.customer_code to rapport_public_api, rapport_application_api;

grant select, insert, update, delete on tenant.customer to rapport_public_api, rapport_application_api;
-- The worker writes no item of a timeline after its customer was deleted, and sends mails to customers.
grant select (id, name, email, email_key) on tenant.customer to rapport_change_feed_worker;

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
alter table tenant.shipping_address add primary key (id);
create trigger stamped after update on tenant.shipping_address for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

-- What a client deletes takes its parts along.
grant select, delete on tenant.shipping_address to rapport_public_api;
grant select, insert, update, delete on tenant.shipping_address to rapport_application_api;

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
  email_key text,
  phone text,
  mobile_phone text,
  is_primary boolean not null default false,
  birth_date date,
  address jsonb,
  do_not_call boolean not null default false,
  email_opt_out boolean not null default false,
  description text,
  custom_fields jsonb not null default '{}',
  external_ids jsonb,
  owner_user_id uuid,
  team_id uuid,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null,
  constraint contact_email_key_there check ((email is null) = (email_key is null))
);
create index contact_all on tenant.contact (last_modified_on, id);
create index contact_own on tenant.contact (owner_user_id, last_modified_on, id);
create index contact_team on tenant.contact (team_id, last_modified_on, id) where team_id is not null;
-- The fan-out of a customer's name stamps its contacts in this order, and a delete of the customer looks for them here.
create index contact_customer on tenant.contact (customer_id, last_modified_on, id);
create index contact_last_name on tenant.contact (cell.folded(last_name), id);
create index contact_created on tenant.contact (created_on, id);
-- A contact that is there already is found by the digits of its phone numbers.
create index contact_phone on tenant.contact (regexp_replace(phone, '\D', '', 'g')) where phone is not null;
create index contact_mobile_phone on tenant.contact (regexp_replace(mobile_phone, '\D', '', 'g')) where mobile_phone is not null;
-- Integrations and people look for a person by the whole address, whose trigrams many addresses have.
create index contact_email on tenant.contact (lower(email)) where email is not null;
create index contact_email_key on tenant.contact (email_key) where email_key is not null;
-- Many contacts may have one address, of which marketing e-mails ask only whether one has opted out.
create index contact_opted_out on tenant.contact (email_key) where email_opt_out;
alter table tenant.contact add primary key (id);
create trigger stamped after update on tenant.contact for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

grant select, insert, update, delete on tenant.contact to rapport_public_api, rapport_application_api;
grant select (id, customer_id, first_name, last_name, email, email_key, email_opt_out) on tenant.contact to rapport_change_feed_worker;
