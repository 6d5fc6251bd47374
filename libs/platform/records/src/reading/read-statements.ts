import { statement, type Statement } from '@rapport/database';
import { copyVisibleTo } from '../showing/copied-name.ts';
import { joinVisibleTo } from '../showing/joined-name.ts';
import { definitionsNumber } from '../defining/custom-field-sets.ts';
import type { RecordDefinition } from '../defining/definition.ts';
import { externalIdOf, holderOf } from '../showing/external-id.ts';
import type { RecordShape } from '../showing/shape.ts';
import { visibleTo, type Scope } from '../showing/visibility.ts';

/**
 * One record as a list row with the caller's external id, its version and the number of the definitions. A surface
 * without external ids has null there, and does not ask for the client. $1 id [$2 client] [the user or team]
 */
export function getStatement(definition: RecordDefinition, shape: RecordShape, scope: Scope): Statement {
  const { name, number, table } = definition.resource;
  const [parameter, externalId] = shape.showsExternalId
    ? ['$3::uuid', externalIdOf(number, 'record.id', '$2')]
    : ['$2::uuid', 'null as external_id'];
  const viewer = { knownScope: scope, viewer: parameter };
  const sees = (alias: string): string => visibleTo({}, viewer, alias);
  return statement(
    `${name}_get_${scope}`,
    `select ${shape.columns(copyVisibleTo(viewer), joinVisibleTo(viewer), sees)}, ${externalId}, version,
  ${shape.showsCustomFields ? definitionsNumber(number) : '0'}
from tenant.${table} record where id = $1 and ${visibleTo(definition, viewer, 'record')}`,
  );
}

/** The record that holds the caller's external id, in the same form. $1 external id $2 client [$3 user or team] */
export function getByExternalIdStatement(definition: RecordDefinition, shape: RecordShape, scope: Scope): Statement {
  const { name, number, table } = definition.resource;
  const viewer = { knownScope: scope, viewer: '$3::uuid' };
  return statement(
    `${name}_by_external_id_${scope}`,
    `select ${shape.columns(copyVisibleTo(viewer))}, $1::text as external_id, version,
  ${definitionsNumber(number)}
from tenant.${table} record where id = ${holderOf(number, '$1::text', '$2')} and ${visibleTo(definition, viewer, 'record')}`,
  );
}
