import { statement } from '@rapport/database';

/** The changed names of which a cell still has to tell. */
export interface OpenFanOut {
  /** The open rows, counted up to the bound. */
  readonly rows: number;
  /** The age in seconds of the oldest of those that were counted. */
  readonly age: number;
  /** The numbers of tenants with open rows, in order. */
  readonly tenants: readonly number[];
}

/**
 * The tenants with open rows, from one to the next by the index, however many rows each has. Of many processes each
 * asks this every few seconds.
 */
export const findOpenFanOut = statement(
  'fan_out_open',
  `with recursive open (tenant) as (
  (select tenant from cell.fan_out where tenant > :after::int order by tenant limit 1)
  union all
  select (select next.tenant from cell.fan_out next where next.tenant > open.tenant order by next.tenant limit 1)
  from open where open.tenant is not null
),
level as (
  select count(*)::int as rows,
    greatest(0, coalesce(extract(epoch from clock_timestamp() - min(since)), 0))::float8 as age
  from (select since from cell.fan_out where tenant > 0 limit :countedMax::int) counted
)
select rows, age,
  array(select tenant from open where tenant is not null limit :tenantsMax::int) as tenants
from level`,
);
