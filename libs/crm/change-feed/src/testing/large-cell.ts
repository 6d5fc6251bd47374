import { statement } from '@rapport/database';

/** Keeps the planner from learning anything by itself. */
export const keepStatistics = statement(
  'test_keep_statistics',
  `do $$ declare relation regclass; begin
     for relation in select oid from pg_class where relkind = 'r'
       and relnamespace::regnamespace::text in (':schema', 'cell') loop
       execute format('alter table %s set (autovacuum_enabled = false)', relation);
     end loop;
   end $$`,
);

/** Lets the planner learn all about the tenant and its cell, as the server does by itself in time. */
export const letAnalyse = statement(
  'test_analyse',
  `do $$ declare relation regclass; begin
     for relation in select oid from pg_class where relkind = 'r'
       and relnamespace::regnamespace::text in (':schema', 'cell') loop
       execute format('analyze %s', relation);
     end loop;
   end $$`,
);

/** Fills every log of changes with this many rows, most of them older than they are kept. */
export const growLogs = statement(
  'test_grow',
  `with numbered as materialized (select i, now() - interval '100 days' + i * interval '1 second' as at
    from generate_series(1, :rows::int) i),
   queued as (
     insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
     select uuidv7(), :tenant, 1, uuidv7(), 'created', 1, now() + numbered.i * interval '1 microsecond' from numbered
   ),
   fed as (
     insert into tenant.change_feed (id, resource, record_id, operation, version, occurred_on)
       select uuidv7(), 1, uuidv7(), 'created', 1, numbered.at from numbered
   ),
   marked as (
     insert into tenant.external_id (resource, record_id, client_id, external_id, deleted_on)
       select 1, uuidv7(), :clientId::uuid, numbered.i::text, numbered.at from numbered
   ),
   told as (
     insert into tenant.timeline (customer_id, occurred_on, id, item_type, source_id, title)
       select lpad((numbered.i % 300)::text, 32, '0')::uuid, numbered.at, uuidv7(),
         case numbered.i % 2999 when 0 then 'customerDeleted' else 'customerUpdated' end, uuidv7(), 'A name'
         from numbered
   ),
   mails as (
     insert into tenant.marketing_email (id, status, template_id, version, created_on, last_modified_on)
       select lpad(numbered.i::text, 32, '0')::uuid, (array['sent', 'draft', 'cancelled'])[1 + numbered.i % 3],
         lpad((2 * numbered.i)::text, 32, '0')::uuid, 1, numbered.at, numbered.at from numbered
   ),
   files as (
     insert into tenant.marketing_file (mail_id, content, kept_until)
       select lpad(numbered.i::text, 32, '0')::uuid, 'a file', case numbered.i % 3 when 1 then null else numbered.at end from numbered
   )
   insert into tenant.idempotency_key (client_id, key, fingerprint, status, body, created_on)
     select :clientId, numbered.i::text, '', 201, '', numbered.at from numbered`,
);
