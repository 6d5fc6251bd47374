import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { startChangeFeedWorker, workerStatements } from '@rapport/change-feed-worker';
import { schemaName, statement } from '@rapport/database';
import { Client } from 'pg';

/** A change leaves the outbox in one transaction, and comes to its feed in another, a little later. */
const move = statement(
  'change_feed_move',
  `with moved as (
  delete from cell.outbox using (
    select free.id from cell.outbox free where free.id = any (:ids::uuid[]) and free.tenant = :tenant
      order by free.id for update skip locked
  ) as ours where outbox.id = ours.id
  returning outbox.*
),
passed as (
  insert into cell.on_its_way select * from moved
)
select extract(epoch from clock_timestamp() - moved.occurred_on) as age, moved.traceparent from moved`,
);

await startChangeFeedWorker({ statements: { ...workerStatements, move } });

/** Longer than a client needs for a read. */
const onTheWayMs = 250;

const columns =
  'id, resource, record_id, operation, version, occurred_on, owner_before, owner_after, team_before, team_after, actor, changes';
const urls = JSON.parse(await readFile(process.env['CELL_DATABASE_URLS_FILE'] ?? '', 'utf8')) as Record<string, string>;
const sql = new Client({ connectionString: Object.values(urls)[0] });
await sql.connect();
// The table is made as soon as the platform is up.
while ((await sql.query(`select where to_regclass('cell.on_its_way') is not null`)).rowCount === 0) {
  await delay(50);
}
for (;;) {
  const { rows } = await sql.query<{ tenant: number }>('select distinct tenant from cell.on_its_way');
  for (const { tenant } of rows) {
    await sql.query(
      `with passed as (delete from cell.on_its_way where tenant = $1 returning *)
       insert into ${schemaName(tenant)}.change_feed (${columns}) select ${columns} from passed on conflict do nothing`,
      [tenant],
    );
  }
  await delay(onTheWayMs);
}
