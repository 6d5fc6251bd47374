-- Rows that were restored into another cluster have numbers of transactions that it has not reached; the worker gives them
-- one of its own.
grant update (xid) on cell.outbox to rapport_change_feed_worker;
