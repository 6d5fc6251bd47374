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
create index activity_team on tenant.activity (team_id, last_modified_on, id) where team_id is not null;
create index activity_due on tenant.activity (due_on, id);
create index activity_start on tenant.activity (start_on, id);
create index activity_created on tenant.activity (created_on, id);
create index activity_kind on tenant.activity (status, activity_type, last_modified_on, id);
create index activity_customer on tenant.activity (customer_id, last_modified_on, id) where customer_id is not null;
create index activity_subjects on tenant.activity using gin (contact_id, lead_id, opportunity_id, campaign_id) with (fastupdate = off);
alter table tenant.activity add primary key (id);
create trigger stamped after update on tenant.activity for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

-- A delete of a client's looks for what names the record.
grant select on tenant.activity to rapport_public_api;
grant select, insert, update, delete on tenant.activity to rapport_application_api;

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
create index campaign_team on tenant.campaign (team_id, last_modified_on, id) where team_id is not null;
create index campaign_name on tenant.campaign (cell.folded(name), id);
create index campaign_start on tenant.campaign (start_date, id);
create index campaign_created on tenant.campaign (created_on, id);
create index campaign_kind on tenant.campaign (status, campaign_type, last_modified_on, id);
create index campaign_parent on tenant.campaign (parent_campaign_id, last_modified_on, id) where parent_campaign_id is not null;
alter table tenant.campaign add primary key (id);
create trigger stamped after update on tenant.campaign for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

-- A record of a client may name a campaign.
grant select on tenant.campaign to rapport_public_api;
grant select, insert, update, delete on tenant.campaign to rapport_application_api;
grant select (id, name) on tenant.campaign to rapport_change_feed_worker;

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
-- What searches of a campaign's members sort by.
create index campaign_member_created on tenant.campaign_member (campaign_id, created_on, id);
create index campaign_member_modified on tenant.campaign_member (campaign_id, last_modified_on, id);
alter table tenant.campaign_member add primary key (id);
create trigger stamped after update on tenant.campaign_member for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

-- What a client deletes takes its parts along.
grant select, delete on tenant.campaign_member to rapport_public_api;
grant select, insert, update, delete on tenant.campaign_member to rapport_application_api;
-- The worker tells members the outcome of a mail, under stamps of its own.
grant select, update (status, version, last_modified_on) on tenant.campaign_member to rapport_change_feed_worker;
