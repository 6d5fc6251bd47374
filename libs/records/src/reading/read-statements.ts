import { statement, type Statement } from '@rapport/database';
import { copyVisibleTo } from '../copied-name.ts';
import { joinVisibleTo } from '../joined-name.ts';
import { definitionsNumber } from '../custom-field-sets.ts';
import type { RecordDefinition } from '../definition.ts';
import { externalIdOf, holderOf } from '../external-id.ts';
import type { RecordShape } from '../shape.ts';
import { visibleTo } from '../visibility.ts';

const viewer = { scope: '$3::text', viewer: '$4::uuid' };
const viewerAlone = { scope: '$2::text', viewer: '$3::uuid' };

/**
 * One record as a list row with the caller's external id, its version and the number of the definitions. A surface
 * without external ids has null there, and does not ask for the client. $1 id $2 client $3 $4 the viewer
 */
export function getStatement(definition: RecordDefinition, shape: RecordShape): Statement {
  const { name, number, table } = definition.resource;
  const [of, externalId] = shape.showsExternalId
    ? [viewer, externalIdOf(number, 'record.id', '$2')]
    : [viewerAlone, 'null as external_id'];
  return statement(
    `${name}_get`,
    `select ${shape.columns(copyVisibleTo(of), joinVisibleTo(of), (alias) => visibleTo({}, of, alias))}, ${externalId}, version,
  ${shape.showsCustomFields ? definitionsNumber(number) : '0'}
from tenant.${table} record where id = $1 and ${visibleTo(definition, of, 'record')}`,
  );
}

/** The record that holds the caller's external id, in the same form. $1 external id $2 client $3 $4 the viewer */
export function getByExternalIdStatement(definition: RecordDefinition, shape: RecordShape): Statement {
  const { name, number, table } = definition.resource;
  return statement(
    `${name}_by_external_id`,
    `select ${shape.columns(copyVisibleTo(viewer))}, $1::text as external_id, version,
  ${definitionsNumber(number)}
from tenant.${table} record where id = ${holderOf(number, '$1::text', '$2')} and ${visibleTo(definition, viewer, 'record')}`,
  );
}
