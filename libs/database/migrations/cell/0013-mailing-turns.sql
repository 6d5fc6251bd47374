-- The tenants that have mails to send: when the next turn of each is due, and until when a process is at it. A mail that becomes due during a
-- turn calls for another one.
create table cell.mailing_turn (
  tenant int not null primary key,
  due_on timestamptz not null,
  held_until timestamptz not null default '-infinity',
  calls bigint not null default 1
);
create index mailing_turn_due on cell.mailing_turn (due_on);
grant select, insert, update on cell.mailing_turn to rapport_application_api;
grant select, insert, update, delete on cell.mailing_turn to rapport_change_feed_worker;
grant insert on cell.outbox to rapport_change_feed_worker;
