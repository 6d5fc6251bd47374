-- The application API alone shows why a lead was lost and what it was converted to.
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
  lost_reason text,
  converted_on timestamptz,
  converted_customer_id uuid,
  converted_contact_id uuid,
  converted_opportunity_id uuid,
  description text,
  custom_fields jsonb not null default '{}',
  external_ids jsonb,
  owner_user_id uuid,
  team_id uuid,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null,
  constraint lead_email_key_there check ((email is null) = (email_key is null))
);
create index lead_all on tenant.lead (last_modified_on, id);
create index lead_own on tenant.lead (owner_user_id, last_modified_on, id);
create index lead_team on tenant.lead (team_id, last_modified_on, id) where team_id is not null;
create index lead_company_name on tenant.lead (cell.folded(company_name), id);
create index lead_last_name on tenant.lead (cell.folded(last_name), id);
create index lead_created on tenant.lead (created_on, id);
create index lead_kind on tenant.lead (status, source, last_modified_on, id);
create index lead_campaign on tenant.lead (campaign_id, last_modified_on, id) where campaign_id is not null;
create index lead_email on tenant.lead (lower(email)) where email is not null;
alter table tenant.lead add primary key (id);
create trigger stamped after update on tenant.lead for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

grant select, insert, update, delete on tenant.lead to rapport_public_api, rapport_application_api;
grant select (id, first_name, last_name, company_name, email, email_key) on tenant.lead to rapport_change_feed_worker;

-- The names of customer, contact and lead are copies, which the fan-out of names keeps up to date. The application API alone shows why and
-- when an opportunity was closed.
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
  lost_reason text,
  closed_on timestamptz,
  description text,
  custom_fields jsonb not null default '{}',
  external_ids jsonb,
  owner_user_id uuid,
  team_id uuid,
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null
);
create index opportunity_all on tenant.opportunity (last_modified_on, id);
create index opportunity_own on tenant.opportunity (owner_user_id, last_modified_on, id);
create index opportunity_team on tenant.opportunity (team_id, last_modified_on, id) where team_id is not null;
create index opportunity_customer on tenant.opportunity (customer_id, last_modified_on, id);
create index opportunity_contact on tenant.opportunity (contact_id, last_modified_on, id);
create index opportunity_lead on tenant.opportunity (lead_id, last_modified_on, id);
create index opportunity_name on tenant.opportunity (cell.folded(name), id);
create index opportunity_amount on tenant.opportunity (amount, id);
create index opportunity_close on tenant.opportunity (expected_close_date, id);
create index opportunity_created on tenant.opportunity (created_on, id);
-- Deleting a campaign asks whether an opportunity names it. A stage is one of six, so PostgreSQL skips over it for the campaign, and the
-- table keeps to twelve indexes.
create index opportunity_kind on tenant.opportunity (stage, campaign_id, last_modified_on, id);
alter table tenant.opportunity add primary key (id);
create trigger stamped after update on tenant.opportunity for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

grant select, insert, update, delete on tenant.opportunity to rapport_public_api, rapport_application_api;
