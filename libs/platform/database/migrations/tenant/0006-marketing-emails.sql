-- A mail to the members of a campaign. A caller names the campaign and an earlier mail as template, and neither is kept from going.
create table tenant.marketing_email (
  id uuid not null,
  code text,
  name text,
  description text,
  subject text,
  from_address text,
  from_address_key text,
  display_name text,
  template_id uuid,
  template_name text,
  segment_id uuid,
  segment_name text,
  file_path text,
  file_name text,
  appointment_date timestamptz,
  supplier text,
  send_type text,
  status text not null default 'draft',
  version bigint not null,
  created_on timestamptz not null,
  last_modified_on timestamptz not null
);
create index marketing_email_all on tenant.marketing_email (last_modified_on, id);
create index marketing_email_created on tenant.marketing_email (created_on, id);
create index marketing_email_name on tenant.marketing_email (cell.folded(name), id);
create index marketing_email_appointment on tenant.marketing_email (appointment_date, id);
create index marketing_email_kind on tenant.marketing_email (status, send_type, supplier, last_modified_on, id);
create index marketing_email_segment on tenant.marketing_email (segment_id, last_modified_on, id) where segment_id is not null;
-- A file is kept while a mail that may still be sent names its mail as template.
create index marketing_email_template on tenant.marketing_email (template_id) where status not in ('sent', 'cancelled');
-- The key comes last, for the reason that customers give.
alter table tenant.marketing_email add primary key (id);
create trigger stamped after update on tenant.marketing_email for each row
  when (new.version <> old.version + 1 or new.last_modified_on <= old.last_modified_on) execute function cell.refuse_unstamped();

grant select, insert, update on tenant.marketing_email to rapport_application_api;
-- The worker sends mails, and tells them the outcome under stamps of its own.
grant select, update (status, version, last_modified_on) on tenant.marketing_email to rapport_change_feed_worker;

-- The file of a mail: its body, or what goes with it. It is compressed already, or it is short. The mail bears its name, also when the file
-- is gone. It is kept until a time once its mail is cancelled or sent.
create table tenant.marketing_file (
  mail_id uuid not null,
  content bytea storage external not null,
  kept_until timestamptz
);
-- The purge finds what is due by this.
create index marketing_file_kept on tenant.marketing_file (kept_until) where kept_until is not null;
alter table tenant.marketing_file add primary key (mail_id);

-- The bytes of all files of the tenant, changed by each statement that adds or takes one, so that a new file reads no others.
create table tenant.marketing_storage (file_bytes bigint not null);
insert into tenant.marketing_storage values (0);

-- The application API takes files, and the file of a mail that is cancelled away.
grant select, insert, update (kept_until), delete on tenant.marketing_file to rapport_application_api;
-- The worker sends files, and purges them.
grant select, update (kept_until), delete on tenant.marketing_file to rapport_change_feed_worker;
grant select, update on tenant.marketing_storage to rapport_application_api, rapport_change_feed_worker;

-- The addresses that may stand in From. Their keys are compared.
create table tenant.marketing_sender (
  address text not null,
  address_key text not null
);
create unique index marketing_sender_address on tenant.marketing_sender (address_key);

grant select on tenant.marketing_sender to rapport_application_api, rapport_change_feed_worker;
-- Operators say which addresses those are.
grant insert, delete on tenant.marketing_sender to rapport_subscription_service;

-- How far the sending of a mail is, from when it first became due. A turn of the tenant looks at a mail whose time has come; one without a
-- time rests. Its counts are those that a caller reads, written with each outcome.
create table tenant.marketing_sending (
  mail_id uuid not null,
  made_due_by uuid,
  due_on timestamptz,
  -- The campaign's members up to this number are gathered; null before the first.
  gathered_to int,
  -- How often in a row the mail server took nothing at all.
  failures int not null default 0,
  recipients int not null default 0,
  sent int not null default 0,
  bounced int not null default 0,
  in_doubt int not null default 0,
  unsubscribed int not null default 0
);
create index marketing_sending_due on tenant.marketing_sending (due_on) where due_on is not null;
alter table tenant.marketing_sending add primary key (mail_id);

-- The application API makes mails due.
grant select, insert, update on tenant.marketing_sending to rapport_application_api;
grant select, insert, update, delete on tenant.marketing_sending to rapport_change_feed_worker;

-- Who gets a mail, as they were when it became due. The number is that of the campaign's member; a mail of one test has the number 0.
-- A recipient waits, is claimed, and then sent, bounced or inDoubt; one that is out got nothing and is no recipient any more.
create table tenant.marketing_recipient (
  mail_id uuid not null,
  number int not null,
  address text not null,
  address_key text not null,
  first_name text,
  last_name text,
  company_name text,
  contact_id uuid,
  customer_id uuid,
  state text not null default 'waiting',
  due_on timestamptz not null default clock_timestamp(),
  attempts int not null default 0,
  tried_on timestamptz,
  claimed_until timestamptz,
  problem text,
  -- Whether the member does not show the outcome yet.
  is_untold boolean not null default false,
  is_unsubscribed boolean not null default false
);
-- Only the indexes of what is left to do begin with the mail, so no plan, however early it was made, looks through all of its recipients.
create unique index marketing_recipient_address on tenant.marketing_recipient (address_key, mail_id);
create index marketing_recipient_waiting on tenant.marketing_recipient (mail_id, due_on, number) where state = 'waiting';
create index marketing_recipient_again on tenant.marketing_recipient (mail_id, due_on) where state = 'waiting' and attempts > 0;
create index marketing_recipient_claimed on tenant.marketing_recipient (mail_id, claimed_until) where state = 'claimed';
create index marketing_recipient_untold on tenant.marketing_recipient (mail_id, number) where is_untold;
alter table tenant.marketing_recipient add primary key (number, mail_id);

-- The application API takes a recipient off by the link of a mail. The worker gathers recipients and sends.
grant select, update (is_unsubscribed) on tenant.marketing_recipient to rapport_application_api;
grant select, insert, update, delete on tenant.marketing_recipient to rapport_change_feed_worker;

-- Addresses that get no mail any more: unsubscribed, or refused for good. Their keys are compared.
create table tenant.marketing_suppression (
  address text not null,
  address_key text not null,
  reason text not null,
  added_on timestamptz not null default clock_timestamp()
);
create unique index marketing_suppression_address on tenant.marketing_suppression (address_key);

grant select, insert on tenant.marketing_suppression to rapport_application_api, rapport_change_feed_worker;
-- Operators put addresses on the list, by themselves or by the mail that came back, and take them off.
grant insert, delete on tenant.marketing_suppression to rapport_subscription_service;
