-- A mail to the members of a campaign. Its file is the body, or what goes with it; it is compressed already, or it is short. A caller names
-- the campaign and an earlier mail as template, and neither is kept from going.
create table tenant.marketing_email (
  id uuid not null,
  code text,
  name text,
  description text,
  subject text,
  from_address text,
  display_name text,
  template_id uuid,
  template_name text,
  segment_id uuid,
  segment_name text,
  file_path text,
  file_name text,
  file bytea,
  appointment_date timestamptz,
  supplier text,
  send_type text,
  status text not null default 'draft',
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null
);
alter table tenant.marketing_email alter column file set storage external;
create index marketing_email_all on tenant.marketing_email (last_modified_on, id);
create index marketing_email_created on tenant.marketing_email (created_on, id);
create index marketing_email_name on tenant.marketing_email (cell.folded(name), id);
create index marketing_email_appointment on tenant.marketing_email (appointment_date, id);
create index marketing_email_kind on tenant.marketing_email (status, send_type, supplier, last_modified_on, id);
create index marketing_email_segment on tenant.marketing_email (segment_id, last_modified_on, id) where segment_id is not null;
-- The key comes last, for the reason that customers give.
alter table tenant.marketing_email add primary key (id);
create trigger stamped after update on tenant.marketing_email for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();
grant select, insert, update on tenant.marketing_email to rapport_application_api;
insert into tenant.feed_floor (resource, born) select 10, min(born) from tenant.feed_floor;

-- The addresses that may stand in From. Case does not make two of them.
create table tenant.marketing_sender (address text not null);
create unique index marketing_sender_address on tenant.marketing_sender (lower(address));
grant select on tenant.marketing_sender to rapport_application_api;
-- Operators say which addresses those are.
grant insert, delete on tenant.marketing_sender to rapport_subscription_service;
