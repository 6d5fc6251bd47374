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
create trigger stamped after update on tenant.customer_group for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();
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
  owner_user_id uuid,
  team_id uuid,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null,
  constraint contact_email_key_there check ((email is null) = (email_key is null))
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
  email_key text,
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
  last_modified_on timestamptz not null,
  constraint lead_email_key_there check ((email is null) = (email_key is null))
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
