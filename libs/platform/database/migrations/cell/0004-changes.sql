-- Every change of a record, written by the statement that changes it, until it is moved to its tenant's change feed. `details`
-- says what a timeline may show of it; it leaves the database in neither feed nor event.
create table cell.outbox (
  id uuid primary key,
  tenant int not null,
  seq bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  resource smallint not null,
  record_id uuid not null,
  operation text not null,
  version bigint not null,
  occurred_on timestamptz not null,
  owner_before uuid,
  owner_after uuid,
  team_before uuid,
  team_after uuid,
  actor uuid,
  changes jsonb,
  details jsonb,
  traceparent text
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index outbox_feed on cell.outbox (tenant, resource, occurred_on, id);
create index outbox_relay on cell.outbox (xid, seq);
create unique index outbox_seq on cell.outbox (seq);

grant select, insert on cell.outbox to rapport_public_api, rapport_application_api;
grant select, insert, delete on cell.outbox to rapport_change_feed_worker;
-- A role locks rows only where it may update a column; the loss of this one would hurt least.
grant update (traceparent) on cell.outbox to rapport_change_feed_worker;
-- Rows that were restored into another cluster have numbers of transactions that it has not reached; the worker gives them
-- one of its own.
grant update (xid) on cell.outbox to rapport_change_feed_worker;

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
grant select, insert, update, delete on cell.poison_event to rapport_change_feed_worker;

-- A recovery that lost commits begins a new epoch: what a cursor remembers of the old one is no longer true. `turn` rises each time the
-- records of the cell are counted, and control keeps the highest. A cell that was brought back to an earlier moment is behind it.
create table cell.epoch (
  number int primary key,
  turn bigint not null default 0
);
create unique index epoch_only_one on cell.epoch ((true));
insert into cell.epoch (number) values (1);
grant select on cell.epoch to rapport_public_api, rapport_application_api, rapport_change_feed_worker;
grant select, update (turn) on cell.epoch to rapport_subscription_service;

-- What must still reach other records: the record changed its name, owner or team at `since`, and every record that shows
-- its name and was stamped before that has a stale copy. A statement writes here behind the tenant's lock alone.
create table cell.fan_out (
  tenant int not null,
  resource smallint not null,
  record_id uuid not null,
  since timestamptz not null,
  primary key (tenant, resource, record_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
grant select, insert, update, delete on cell.fan_out to rapport_public_api, rapport_application_api;

-- Notes that other records show what this one was before. Few writes do so, and a write prepares to run all that stands in its own text, at
-- each execution and also where it does not come to that; so this is a function.
create function cell.open_fan_out(in_tenant int, of_resource int, record uuid, at timestamptz) returns void language plpgsql volatile as $$
begin
  insert into cell.fan_out as open (tenant, resource, record_id, since) values (in_tenant, of_resource, record, at)
  on conflict (tenant, resource, record_id) do update set since = greatest(open.since, excluded.since);
end $$;
revoke execute on function cell.open_fan_out from public;
grant execute on function cell.open_fan_out to rapport_public_api, rapport_application_api;

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
