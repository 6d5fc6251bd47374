import { statement, wordList, type Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { goingStates, type UsageDay, type UsageOfTenant } from '@rapport/kinds';
import { levelsOf } from './levels.ts';

/** The usage of tenants, day by day. */
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
    return this.#database.control.query<UsageDay>(context, listDays.with({ tenantId, from, to }));
  }

  /** A day of all tenants, in the order of their ids, after the last id of the page before. */
  async ofDay(
    context: CallContext,
    day: string,
    { after, pageSize }: { readonly after?: string | undefined; readonly pageSize: number },
  ): Promise<UsageOfTenant[]> {
    return this.#database.control.query<UsageOfTenant>(context, listTenants.with({ day, after, pageSize }));
  }
}

/** A day of `tenant` in SQL. A day without a row has the levels of the day before. */
const dayColumns = `to_char(days.day, 'YYYY-MM-DD') as day, coalesce(usage.requests, 0) as requests,
  coalesce(usage.refused, 0) as refused, coalesce(usage.tokens_issued, 0) as "tokensIssued",
  coalesce(usage.records_created, 0) as "recordsCreated", coalesce(usage.records_updated, 0) as "recordsUpdated",
  coalesce(usage.records_deleted, 0) as "recordsDeleted", coalesce(level.records, 0) as records,
  case when days.day = today.day then ${levelsOf('tenant.id').users}
    else coalesce(level.users, 1) end as users`;
const usageOfDay = `left join control.usage on usage.tenant_id = tenant.id and usage.day = days.day
left join lateral (
  select records, users from control.usage written
  where tenant_id = tenant.id and written.day <= days.day order by written.day desc limit 1
) level on true`;
const today = `(select (clock_timestamp() at time zone 'UTC')::date as day) today`;

const listDays = statement(
  'usage_days',
  `select ${dayColumns}
from control.tenant cross join ${today}
cross join lateral (
  select day::date from generate_series(
    greatest(
      coalesce(:from::date, coalesce(:to::date, today.day) - 30), (tenant.created_on at time zone 'UTC')::date
    )::timestamp,
    least(coalesce(:to::date, today.day), today.day)::timestamp, interval '1 day') as day) days
${usageOfDay}
where tenant.id = :tenantId order by days.day`,
);

// Of the tenants that were there on the day.
const listTenants = statement(
  'usage_of_day',
  `select tenant.id as "tenantId", ${dayColumns}
from (
  select id from control.tenant
  where (:after::uuid is null or id > :after) and (created_on at time zone 'UTC')::date <= :day::date
    and state not in (${wordList(goingStates)}) order by id limit :pageSize
) tenant
join (select :day::date as day) days on true join ${today} on days.day <= today.day
${usageOfDay}
order by tenant.id`,
);
