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
