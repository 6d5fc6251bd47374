-- Changes that the worker cannot pass on or move. Their rows stay in the outbox, so the feed shows them; each is tried
-- again once an hour, or at once when its row here is deleted. The worker keeps the number of rows within bounds.
create table cell.poison_event (
  event_id uuid primary key,
  tenant int not null,
  reason text not null,
  attempts int not null default 1,
  first_seen timestamptz not null default clock_timestamp(),
  last_seen timestamptz not null default clock_timestamp()
);

grant usage on schema cell to rapport_change_feed_worker;
grant select on cell.migration, cell.tenant_schema to rapport_change_feed_worker;
grant select, delete on cell.outbox to rapport_change_feed_worker;
-- Whoever locks rows must be allowed to update a column; this one's loss would hurt least.
grant update (traceparent) on cell.outbox to rapport_change_feed_worker;
grant select, insert, update, delete on cell.poison_event to rapport_change_feed_worker;
