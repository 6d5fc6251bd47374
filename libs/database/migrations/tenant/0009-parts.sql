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
