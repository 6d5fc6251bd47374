import type { RunningPlatform } from '@rapport/testbed';
import type { TrueItem, TrueRecord, Truth } from './truth.ts';

export interface LocatedTenant {
  readonly schema: string;
  readonly number: number;
}

/** Reads everything of a tenant in one snapshot. */
export async function readTruth(platform: RunningPlatform, { schema, number }: LocatedTenant): Promise<Truth> {
  const sql = await platform.connect();
  try {
    await sql.query('begin isolation level repeatable read read only');
    await sql.query("set local statement_timeout = '60s'");
    const records = await sql.query<TrueRecord>(
      `select id, name, description as origin, version::int as version, cell.utc(last_modified_on) as at,
         owner_user_id as "ownerId", team_id as "teamId" from ${schema}.customer`,
    );
    const items = await sql.query<TrueItem>(
      `select ${itemColumns} from ${schema}.change_feed where resource = 1
       union all select ${itemColumns} from cell.outbox where tenant = $1 and resource = 1 order by at, id`,
      [number],
    );
    const floor = await sql.query<{ purgedTo: string }>(
      `select case when purged_to = '-infinity' then '' else cell.utc(purged_to) end as "purgedTo"
        from ${schema}.feed_floor where resource = 1`,
    );
    return {
      records: new Map(records.rows.map((record) => [record.id, record])),
      items: items.rows,
      purgedTo: floor.rows[0]?.purgedTo ?? '',
    };
  } finally {
    await sql.end();
  }
}

const itemColumns = `id, record_id as "recordId", operation, version::int as version, cell.utc(occurred_on) as at,
  owner_before as "ownerBefore", owner_after as "ownerAfter", team_before as "teamBefore", team_after as "teamAfter"`;
