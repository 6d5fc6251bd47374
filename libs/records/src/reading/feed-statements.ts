import { statement, type Statement } from '@rapport/database';
import type { Resource } from '../resource.ts';
import type { FeedLog, RecordRules } from '../rules.ts';
import { predicatesOf, type Scope, type ScopePredicates } from '../visibility.ts';
import { beforeTheView, firstPageHead, noHead } from './page-head.ts';
import type { PageStatements } from './page-statements.ts';

/**
 * The pages of a change feed. In every snapshot an item is either in the feed or in the outbox, so one statement over both
 * sees all. Each branch has its own order and limit: a union that is sorted as a whole is sorted row by row.
 */
export function feedStatements(resource: Resource, scope: Scope, rules: RecordRules): PageStatements {
  return { first: firstPage(resource, scope, rules), next: nextPage(resource, scope, rules), rowColumns: itemColumns };
}

/** The columns of an item, in order; the caller's external id follows them. */
export const itemColumns = ['occurred_on', 'id', 'record_id', 'operation'];

/** $1 client $2 updatedFrom? $3 page size + 1 $4 user [$5 scope] */
function firstPage(
  { name, number }: Resource,
  scope: Scope,
  { watermark, feedLogs, isPurged }: RecordRules,
): Statement {
  const predicates = predicatesOf(scope, '$5::uuid');
  const places = { client: '$1::uuid', user: '$4::uuid', updatedFrom: '$2::timestamptz' };
  const tooOld = `${beforeTheView(places)} or ${isPurged(places.updatedFrom, 'l.purged_to')}`;
  const head = firstPageHead(number, places, watermark, tooOld).replace(':nulls', nulls);
  const within = (alias: string): string => `${alias}.occurred_on >= coalesce($2, timestamptz '-infinity')`;
  return statement(
    `${name}_feed_first_${scope}`,
    `select ${head}
union all
${items(number, feedLogs, predicates, within, '$3')}`,
  );
}

/** A read that the purge overtook is too old in the middle. $1 client $2 $3 the last item's time and id $4 W $5 page size + 1 [$6 scope] */
function nextPage({ name, number }: Resource, scope: Scope, { feedLogs, isPurged }: RecordRules): Statement {
  const predicates = predicatesOf(scope, '$6::uuid');
  const within = (alias: string): string =>
    `(${alias}.occurred_on, ${alias}.id) > ($2, $3) and ${alias}.occurred_on <= $4`;
  const tooOld = isPurged(
    '$2::timestamptz',
    `(select l.purged_to from tenant.feed_floor l where l.resource = ${number})`,
  );
  return statement(
    `${name}_feed_next_${scope}`,
    `select null, null, null, ${tooOld}, e.number, ${nulls} from cell.epoch e
union all
${items(number, feedLogs, predicates, within, '$5')}`,
  );
}

/** Who could see the record only before the change is told that it is gone. */
function items(
  number: number,
  logs: readonly FeedLog[],
  { before, after }: ScopePredicates,
  within: (alias: string) => string,
  limit: string,
): string {
  const branch = ({ table, alias, isOurs }: FeedLog): string =>
    `(select ${alias}.id, ${alias}.record_id, case when ${after(alias)} then ${alias}.operation else 'deleted' end as operation, ${alias}.occurred_on
  from ${table} ${alias} where ${isOurs} and ${alias}.resource = ${number} and ${within(alias)} and (${before(alias)} or ${after(alias)})
  order by ${alias}.occurred_on, ${alias}.id limit ${limit})`;
  return `(select ${noHead}, i.occurred_on, i.id, i.record_id, i.operation,
  (select x.external_id from tenant.external_id x where x.resource = ${number} and x.record_id = i.record_id and x.client_id = $1)
from (
  ${logs.map(branch).join('\n  union all\n  ')}
) i
order by i.occurred_on, i.id limit ${limit})`;
}

const nulls = 'null, null, null, null, null';
