-- What the worker moves from the outbox and purges.
grant usage on schema :schema to rapport_change_feed_worker;
grant select, insert, delete on tenant.change_feed to rapport_change_feed_worker;
grant select, update (purged_to) on tenant.feed_floor to rapport_change_feed_worker;
grant select, delete on tenant.external_id to rapport_change_feed_worker;
grant select (client_id, key, created_on), delete on tenant.idempotency_key to rapport_change_feed_worker;

-- The purge finds what is due by these. A block range index would not do for the keys: new ones fill the pages of purged
-- ones, and a range that was filled twice spans all times.
create index external_id_deleted on tenant.external_id (resource, deleted_on) where deleted_on is not null;
create index idempotency_key_age on tenant.idempotency_key (created_on);
