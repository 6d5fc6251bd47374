import { statement, type Statement } from '@rapport/database';
import { externalIdOf, holderOf } from '../external-id.ts';
import type { Resource } from '../resource.ts';
import type { RecordShape } from '../shape.ts';
import { predicatesOf, type Scope } from '../visibility.ts';

/** One record as a list row with the caller's external id, and its version. $1 id $2 client [$3 scope] */
export function getStatement({ name, number, table }: Resource, shape: RecordShape, scope: Scope): Statement {
  const { visibleById } = predicatesOf(scope, '$3');
  return statement(
    `${name}_get_${scope}`,
    `select ${shape.columns()}, ${externalIdOf(number, 'record.id', '$2')}, version
from tenant.${table} record where id = $1 and ${visibleById}`,
  );
}

/** The record that holds the caller's external id, in the same form. $1 external id $2 client [$3 scope] */
export function getByExternalIdStatement(
  { name, number, table }: Resource,
  shape: RecordShape,
  scope: Scope,
): Statement {
  const { visibleById } = predicatesOf(scope, '$3');
  return statement(
    `${name}_by_external_id_${scope}`,
    `select ${shape.columns()}, $1::text as external_id, version
from tenant.${table} where id = ${holderOf(number, '$1::text', '$2')} and ${visibleById}`,
  );
}
