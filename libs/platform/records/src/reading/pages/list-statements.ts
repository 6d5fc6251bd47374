import { statement, type Statement } from '@rapport/database';
import type { Resource } from '../../defining/resource.ts';
import type { RecordRules } from '../../stamping/rules.ts';
import type { RecordShape } from '../../showing/shape.ts';
import { predicatesOf, type Scope } from '../../showing/visibility.ts';
import { copyInPage } from '../../showing/copied-name.ts';
import { definitionsNumber } from '../../defining/custom-field-sets.ts';
import { externalIdOf } from '../../showing/external-id.ts';
import { beforeTheView, firstPageHead, noHead } from './page-head.ts';
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

/**
 * W is above every visible stamp, so rows need no upper bound.
 * $1 client $2 updatedFrom? $3 page size + 1 $4 user [$5 scope]
 */
function firstPage(
  { name, number, table }: Resource,
  shape: RecordShape,
  scope: Scope,
  { watermark }: RecordRules,
): Statement {
  const predicates = predicatesOf(scope, '$5::uuid');
  const { column, value } = predicates.begin;
  const parameters = { client: '$1::uuid', user: '$4::uuid', updatedFrom: '$2::timestamptz' };
  const head = firstPageHead(number, parameters, watermark, beforeTheView(parameters)).replace(
    ':nulls',
    nullsFor(shape),
  );
  return statement(
    `${name}_list_first_${scope}`,
    `select ${head}
union all
(select ${noHead}, ${shape.columns(copyInPage(predicates))}, ${externalIdOf(number, 'record.id', '$1')}
from tenant.${table} record
where (${column}last_modified_on) >= (${value}coalesce($2, timestamptz '-infinity'))
  and (${column}last_modified_on) <= (${value}timestamptz 'infinity')
order by ${column}last_modified_on, id limit $3)`,
  );
}

/** $1 client $2 $3 the last row's time and id $4 W $5 page size + 1 [$6 scope] */
function nextPage({ name, number: resource, table }: Resource, shape: RecordShape, scope: Scope): Statement {
  const predicates = predicatesOf(scope, '$6::uuid');
  const { column, value } = predicates.begin;
  return statement(
    `${name}_list_next_${scope}`,
    `select null, null, null, null, number, ${definitionsNumber(resource)}, ${nullsFor(shape)} from cell.epoch
union all
(select ${noHead}, ${shape.columns(copyInPage(predicates))}, ${externalIdOf(resource, 'record.id', '$1')}
from tenant.${table} record
where (${column}last_modified_on, id) > (${value}$2, $3)
  and (${column}last_modified_on) <= (${value}$4)
order by ${column}last_modified_on, id limit $5)`,
  );
}

function nullsFor(shape: RecordShape): string {
  return [...shape.rowColumns, 'external_id'].map(() => 'null').join(', ');
}
