import { statement, type NamedStatement } from '@rapport/database';
import type { Resource } from '../../defining/resource.ts';
import type { RecordRules } from '../../stamping/rules.ts';
import type { RecordShape } from '../../showing/shape.ts';
import { predicatesOf, type Scope } from '../../showing/visibility.ts';
import { copyInPage } from '../../showing/copied-name.ts';
import { definitionsNumber } from '../../defining/custom-field-sets.ts';
import { shownExternalId } from '../../showing/external-id.ts';
import { firstPageHead, isBeforeTheView, noHead } from './page-head.ts';
import type { PageStatements } from './page-statements.ts';

/**
 * The pages of a list, in the order of (last change, id). A record's last change only grows, so none moves into or
 * within the pages to come.
 */
export function listStatements(
  resource: Resource,
  shape: RecordShape,
  scope: Scope,
  rules: RecordRules,
): PageStatements {
  return {
    first: firstPage(resource, shape, scope, rules),
    next: nextPage(resource, shape, scope),
    rowColumns: shape.rowColumns,
  };
}

/** W is above every visible stamp, so rows need no upper bound. */
function firstPage(
  { name, number, table }: Resource,
  shape: RecordShape,
  scope: Scope,
  { watermark }: RecordRules,
): NamedStatement {
  const predicates = predicatesOf(scope, ':viewer::uuid');
  const { column, value, isThere } = predicates.begin;
  const head = firstPageHead(number, watermark, isBeforeTheView, nullsFor(shape));
  return statement(
    `${name}_list_first_${scope}`,
    `select ${head}
union all
(select ${noHead}, ${shape.columns(copyInPage(predicates))}, ${shownExternalId}
from tenant.${table} record
where (${column}last_modified_on) >= (${value}coalesce(:updatedFrom, timestamptz '-infinity'))
  and (${column}last_modified_on) <= (${value}timestamptz 'infinity')${isThere}
order by ${column}last_modified_on, id limit :limit)`,
  );
}

function nextPage({ name, number: resource, table }: Resource, shape: RecordShape, scope: Scope): NamedStatement {
  const predicates = predicatesOf(scope, ':viewer::uuid');
  const { column, value, isThere } = predicates.begin;
  return statement(
    `${name}_list_next_${scope}`,
    `select null, null, null, null, number, ${definitionsNumber(resource)}, ${nullsFor(shape)} from cell.epoch
union all
(select ${noHead}, ${shape.columns(copyInPage(predicates))}, ${shownExternalId}
from tenant.${table} record
where (${column}last_modified_on, id) > (${value}:lastTime, :lastId)
  and (${column}last_modified_on) <= (${value}:watermark)${isThere}
order by ${column}last_modified_on, id limit :limit)`,
  );
}

function nullsFor(shape: RecordShape): string {
  return [...shape.rowColumns, 'external_id'].map(() => 'null').join(', ');
}
