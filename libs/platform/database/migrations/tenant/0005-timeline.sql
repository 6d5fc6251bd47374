-- What happened with a customer: a row for each change of a record that concerns it, written when the change is moved to the feed. The key
-- makes a row that is written again the same row. A page and its count are read along it, backwards; the type in it decides what a
-- caller may see.
create table tenant.timeline (
  customer_id uuid not null,
  occurred_on timestamptz not null,
  id uuid not null,
  item_type text not null,
  source_id uuid not null,
  title text not null,
  summary text,
  actor uuid,
  changes jsonb
);
-- The purge finds the timelines of deleted customers by their last items.
create index timeline_ended on tenant.timeline (customer_id) where item_type = 'customerDeleted';
-- Where items are kept for a time, the purge finds what is due by this. Last items are purged as above.
create index timeline_age on tenant.timeline (occurred_on) where item_type <> 'customerDeleted';
-- A timeline tells a mail once.
create unique index timeline_mail on tenant.timeline (customer_id, source_id) where item_type = 'marketingEmail';
-- The key comes last, for the reason that customers give.
alter table tenant.timeline add primary key (customer_id, occurred_on, id) include (item_type);

grant select on tenant.timeline to rapport_application_api;
grant select, insert, delete on tenant.timeline to rapport_change_feed_worker;
