import { statement, type Statement } from '@rapport/database';
import { copyVisibleTo } from '../copied-name.ts';
import { definitionsNumber } from '../custom-field-sets.ts';
import { externalIdOf, holderOf } from '../external-id.ts';
import type { Resource } from '../resource.ts';
import type { RecordShape } from '../shape.ts';
import { visibleTo } from '../visibility.ts';

const viewer = { scope: '$3::text', viewer: '$4::uuid' };

/**
 * One record as a list row with the caller's external id, its version and the number of the definitions.
 * $1 id $2 client $3 $4 the viewer
 */
export function getStatement({ name, number, table }: Resource, shape: RecordShape): Statement {
  return statement(
    `${name}_get`,
    `select ${shape.columns(copyVisibleTo(viewer))}, ${externalIdOf(number, 'record.id', '$2')}, version,
  ${definitionsNumber(number)}
from tenant.${table} record where id = $1 and ${visibleTo(viewer, 'record')}`,
  );
}

/** The record that holds the caller's external id, in the same form. $1 external id $2 client $3 $4 the viewer */
export function getByExternalIdStatement({ name, number, table }: Resource, shape: RecordShape): Statement {
  return statement(
    `${name}_by_external_id`,
    `select ${shape.columns(copyVisibleTo(viewer))}, $1::text as external_id, version,
  ${definitionsNumber(number)}
from tenant.${table} record where id = ${holderOf(number, '$1::text', '$2')} and ${visibleTo(viewer, 'record')}`,
  );
}
