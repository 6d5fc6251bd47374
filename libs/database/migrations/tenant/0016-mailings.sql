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
create index marketing_recipient_claimed on tenant.marketing_recipient (mail_id, claimed_until) where state = 'claimed';
create index marketing_recipient_untold on tenant.marketing_recipient (mail_id, number) where is_untold;
alter table tenant.marketing_recipient add primary key (number, mail_id);

-- Addresses that get no mail any more: unsubscribed, or refused for good. Their keys are compared.
create table tenant.marketing_suppression (
  address text not null,
  address_key text not null,
  reason text not null,
  added_on timestamptz not null default clock_timestamp()
);
create unique index marketing_suppression_address on tenant.marketing_suppression (address_key);

-- A timeline tells a mail once.
create unique index timeline_mail on tenant.timeline (customer_id, source_id) where item_type = 'marketingEmail';

-- The application API makes mails due and takes addresses off.
grant select, insert, update on tenant.marketing_sending to rapport_application_api;
grant select, update (is_unsubscribed) on tenant.marketing_recipient to rapport_application_api;
grant select, insert on tenant.marketing_suppression to rapport_application_api;
-- Operators take addresses off the list.
grant delete on tenant.marketing_suppression to rapport_subscription_service;

-- The worker gathers recipients, sends, and tells mails and members the outcome under stamps of its own.
grant usage, select, update on sequence tenant.clock to rapport_change_feed_worker;
grant select, update (status, version, last_modified_on) on tenant.marketing_email, tenant.campaign_member to rapport_change_feed_worker;
grant select, insert, update, delete on tenant.marketing_sending, tenant.marketing_recipient to rapport_change_feed_worker;
grant select, insert on tenant.marketing_suppression to rapport_change_feed_worker;
grant select on tenant.marketing_sender to rapport_change_feed_worker;
grant select (id, name) on tenant.campaign to rapport_change_feed_worker;
grant select (id, name, email, email_key) on tenant.customer to rapport_change_feed_worker;
grant select (id, customer_id, first_name, last_name, email, email_key, email_opt_out) on tenant.contact to rapport_change_feed_worker;
grant select (id, first_name, last_name, company_name, email, email_key) on tenant.lead to rapport_change_feed_worker;
