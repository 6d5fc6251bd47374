import { statement, type Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { levelsOf } from './levels.ts';

/** What a tenant used on a day of UTC. Its records and users are those at the end of the day, or now. */
export interface UsageDay {
  readonly day: string;
  readonly requests: number;
  readonly refused: number;
  readonly tokensIssued: number;
  readonly recordsCreated: number;
  readonly recordsUpdated: number;
  readonly recordsDeleted: number;
  readonly records: number;
  readonly users: number;
}

/** What tenants used, day by day. */
export class UsageReports {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Every day from one to the other, oldest first: without them the last 31, and none before the tenant was there. */
  async days(
    context: CallContext,
    tenantId: string,
    { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
  ): Promise<UsageDay[]> {
    return this.#database.control.query<UsageDay>(context, listDays, [tenantId, from ?? null, to ?? null]);
  }
}

// A day without a row has the levels of the day before. $1 tenant $2 from? $3 to?
const listDays = statement(
  'usage_days',
  `with today as (select (clock_timestamp() at time zone 'UTC')::date as day)
select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(u.requests, 0) as requests, coalesce(u.refused, 0) as refused,
  coalesce(u.tokens_issued, 0) as "tokensIssued", coalesce(u.records_created, 0) as "recordsCreated",
  coalesce(u.records_updated, 0) as "recordsUpdated", coalesce(u.records_deleted, 0) as "recordsDeleted",
  coalesce(level.records, 0) as records,
  case when d.day = today.day then ${levelsOf('t.id').users}
    else coalesce(level.users, 1) end as users
from control.tenant t cross join today
cross join lateral (
  select day::date from generate_series(
    greatest(coalesce($2::date, coalesce($3::date, today.day) - 30), (t.created_on at time zone 'UTC')::date)::timestamp,
    least(coalesce($3::date, today.day), today.day)::timestamp, interval '1 day') as day) d
left join control.usage u on u.tenant_id = t.id and u.day = d.day
left join lateral (
  select w.records, w.users from control.usage w where w.tenant_id = t.id and w.day <= d.day order by w.day desc limit 1
) level on true
where t.id = $1 order by d.day`,
);
