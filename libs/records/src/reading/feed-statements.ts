import { statement, type Statement } from '@rapport/database';
import type { Resource } from '../resource.ts';
import type { FeedLog, FeedLook, RecordRules } from '../rules.ts';
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

/** The columns of an item, in order. The caller's external id follows them, and in a view of some changes the page's end. */
export const itemColumns = ['occurred_on', 'id', 'record_id', 'operation'];

/** $1 client $2 updatedFrom? $3 page size + 1 $4 user [$5 scope] */
function firstPage(resource: Resource, scope: Scope, rules: RecordRules): Statement {
  const places = { client: '$1::uuid', user: '$4::uuid', updatedFrom: '$2::timestamptz' };
  const tooOld = `${beforeTheView(places)} or ${rules.isPurged(places.updatedFrom, 'l.purged_to')}`;
  const head = firstPageHead(resource.number, places, rules.watermark, tooOld).replace(':nulls', nullsFor(scope));
  const within = (alias: string): string => `${alias}.occurred_on >= coalesce($2, timestamptz '-infinity')`;
  return statement(
    `${resource.name}_feed_first_${scope}`,
    `select ${head}
union all
${items(resource, scope, rules, { within, limit: '$3', scopePlace: '$5::uuid' })}`,
  );
}

/** A read that the purge overtook is too old in the middle. $1 client $2 $3 the last item's time and id $4 W $5 page size + 1 [$6 scope] */
function nextPage(resource: Resource, scope: Scope, rules: RecordRules): Statement {
  const within = (alias: string): string =>
    `(${alias}.occurred_on, ${alias}.id) > ($2, $3) and ${alias}.occurred_on <= $4`;
  const tooOld = rules.isPurged(
    '$2::timestamptz',
    `(select l.purged_to from tenant.feed_floor l where l.resource = ${resource.number})`,
  );
  return statement(
    `${resource.name}_feed_next_${scope}`,
    `select null, null, null, ${tooOld}, e.number, ${nullsFor(scope)} from cell.epoch e
union all
${items(resource, scope, rules, { within, limit: '$5', scopePlace: '$6::uuid' })}`,
  );
}

interface Bounds {
  readonly within: (alias: string) => string;
  readonly limit: string;
  readonly scopePlace: string;
}

function items(
  { number }: Resource,
  scope: Scope,
  { feedLogs, feedLook }: RecordRules,
  { within, limit, scopePlace }: Bounds,
): string {
  const predicates = predicatesOf(scope, scopePlace);
  const changes = (limitOfEach: string): string =>
    feedLogs.map((log) => changesOf(log, number, predicates, within, limitOfEach)).join('\n  union all\n  ');
  const [source, end] = scope === 'all' ? [changes(limit), ''] : [lookedAt(changes, feedLook), ', i.end_is_shown'];
  return `(select ${noHead}, i.occurred_on, i.id, i.record_id, i.operation,
  (select x.external_id from tenant.external_id x where x.resource = ${number} and x.record_id = i.record_id and x.client_id = $1)${end}
from (
  ${source}
) i
order by i.occurred_on, i.id limit ${limit})`;
}

/** The changes of one table in their order. A caller who could see the record only before is told that it is gone; one who never could has no operation. */
function changesOf(
  { table, alias, isOurs }: FeedLog,
  resource: number,
  { before, after }: ScopePredicates,
  within: (alias: string) => string,
  limit: string,
): string {
  return `(select ${alias}.id, ${alias}.record_id, case when ${after(alias)} then ${alias}.operation when ${before(alias)} then 'deleted' end as operation, ${alias}.occurred_on
  from ${table} ${alias} where ${isOurs} and ${alias}.resource = ${resource} and ${within(alias)}
  order by ${alias}.occurred_on, ${alias}.id limit ${limit})`;
}

/**
 * What the caller sees among so many changes, and the last of them whether or not the caller sees it. No index finds an owner's
 * or a team's changes, because it would cost every write, so a page costs what it looks at.
 */
function lookedAt(changes: (limitOfEach: string) => string, { changesMax, isEnd }: FeedLook): string {
  const end = isEnd('n.place', changesMax);
  // As hidden from the planner as a parameter: of what it takes for less than a limit that it knows it would read and sort all.
  const limit = `(select ${changesMax})`;
  return `select n.*, case when ${end} then n.operation is not null end as end_is_shown
  from (
    select c.*, row_number() over (order by c.occurred_on, c.id) as place
    from (${changes(limit)} order by occurred_on, id limit ${limit}) c
  ) n
  where n.operation is not null or ${end}`;
}

function nullsFor(scope: Scope): string {
  return scope === 'all' ? 'null, null, null, null, null' : 'null, null, null, null, null, null';
}
