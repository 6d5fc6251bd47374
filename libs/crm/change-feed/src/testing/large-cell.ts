import { statement } from '@rapport/database';

/** Keeps the planner from learning anything by itself. */
export const keepStatistics = statement(
  'test_keep_statistics',
  `do $$ declare t regclass; begin
     for t in select c.oid from pg_class c where c.relkind = 'r'
       and c.relnamespace::regnamespace::text in (':schema', 'cell') loop
       execute format('alter table %s set (autovacuum_enabled = false)', t);
     end loop;
   end $$`,
);

/** Lets the planner learn all about the tenant and its cell, as the server does by itself in time. */
export const letAnalyse = statement(
  'test_analyse',
  `do $$ declare t regclass; begin
     for t in select c.oid from pg_class c where c.relkind = 'r'
       and c.relnamespace::regnamespace::text in (':schema', 'cell') loop
       execute format('analyze %s', t);
     end loop;
   end $$`,
);

/** Fills every log of changes with this many rows, most of them older than they are kept. $1 rows $2 client */
export const growLogs = statement(
  'test_grow',
  `with n as materialized (select i, now() - interval '100 days' + i * interval '1 second' as at
    from generate_series(1, $1::int) i),
   o as (
     insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
     select uuidv7(), :tenant, 1, uuidv7(), 'created', 1, now() + n.i * interval '1 microsecond' from n
   ),
   f as (
     insert into tenant.change_feed (id, resource, record_id, operation, version, occurred_on)
       select uuidv7(), 1, uuidv7(), 'created', 1, n.at from n
   ),
   x as (
     insert into tenant.external_id (resource, record_id, client_id, external_id, deleted_on)
       select 1, uuidv7(), $2::uuid, n.i::text, n.at from n
   ),
   t as (
     insert into tenant.timeline (customer_id, occurred_on, id, item_type, source_id, title)
       select lpad((n.i % 300)::text, 32, '0')::uuid, n.at, uuidv7(),
         case n.i % 2999 when 0 then 'customerDeleted' else 'customerUpdated' end, uuidv7(), 'A name' from n
   )
   insert into tenant.idempotency_key (client_id, key, fingerprint, status, body, created_on)
     select $2, n.i::text, '', 201, '', n.at from n`,
);
