import { statement, type NamedStatement } from '@rapport/database';
import { copyVisibleTo } from '../showing/copied-name.ts';
import { joinVisibleTo } from '../showing/joined-name.ts';
import { definitionsNumber } from '../defining/custom-field-sets.ts';
import type { RecordDefinition } from '../defining/definition.ts';
import { holderOf, shownExternalId } from '../showing/external-id.ts';
import type { RecordShape } from '../showing/shape.ts';
import { visibleTo, type Scope } from '../showing/visibility.ts';

/**
 * One record as a list row with the caller's external id, its version and the number of the definitions. A surface
 * without external ids has null there, and does not ask for the client.
 */
export function getStatement(definition: RecordDefinition, shape: RecordShape, scope: Scope): NamedStatement {
  const { name, number, table } = definition.resource;
  const externalId = shape.showsExternalId ? `${shownExternalId} as external_id` : 'null as external_id';
  const viewer = { knownScope: scope, viewer: ':viewer::uuid' };
  const sees = (alias: string): string => visibleTo({}, viewer, alias);
  return statement(
    `${name}_get_${scope}`,
    `select ${shape.columns(copyVisibleTo(viewer), joinVisibleTo(viewer), sees)}, ${externalId}, version,
  ${shape.showsCustomFields ? definitionsNumber(number) : '0'}
from tenant.${table} record where ${allOf('id = :key', visibleTo(definition, viewer, 'record'))}`,
  );
}

/** The record that holds the caller's external id, in the same form. */
export function getByExternalIdStatement(
  definition: RecordDefinition,
  shape: RecordShape,
  scope: Scope,
): NamedStatement {
  const { name, number, table } = definition.resource;
  const viewer = { knownScope: scope, viewer: ':viewer::uuid' };
  return statement(
    `${name}_by_external_id_${scope}`,
    `select ${shape.columns(copyVisibleTo(viewer))}, :key::text as external_id, version,
  ${definitionsNumber(number)}
from tenant.${table} record where ${allOf(`id = ${holderOf(number, ':key::text', ':client')}`, visibleTo(definition, viewer, 'record'))}`,
  );
}

function allOf(...conditions: readonly string[]): string {
  return conditions.filter((condition) => condition !== 'true').join(' and ');
}
