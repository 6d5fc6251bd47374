import { statement, textOf, type RawRow } from '@rapport/database';
import { definitionsNumber } from '../../defining/custom-field-sets.ts';
import type { RecordDefinition } from '../../defining/definition.ts';
import { holderOf } from '../../showing/external-id.ts';
import { theViewer, visibleTo } from '../../showing/visibility.ts';

/** The statements that a batch sends before those of its items. */
export type BatchStatements = ReturnType<typeof batchStatements>;

export function batchStatements(definition: RecordDefinition) {
  const { resource } = definition;
  return {
    holders: holdersStatement(definition),
    definitions: statement(`${resource.name}_batch_definitions`, `select ${definitionsNumber(resource.number)}`),
  };
}

/** The external ids that are held, each with the record that holds it. */
export function holdersIn(rows: readonly RawRow[]): (readonly [externalId: string, holder: Holder])[] {
  return rows
    .filter(([, isHeld]) => isHeld === 't')
    .map(([externalId, , id = null]) => [textOf(externalId ?? ''), { id }]);
}

/** A record that holds an external id; null where the caller may not see it. */
export interface Holder {
  readonly id: string | null;
}

export function definitionsIn(rows: readonly RawRow[]): number {
  return Number(rows[0]?.[0]);
}

/** The records that hold external ids of the client, null where it may not see one. */
function holdersStatement(definition: RecordDefinition) {
  const { name, number, table } = definition.resource;
  return statement(
    `${name}_batch_holders`,
    `with held as materialized (
  select given.external_id, ${holderOf(number, 'given.external_id', ':client::uuid')} as record_id
  from unnest(:externalIds::text[]) as given (external_id)
)
select external_id, record_id is not null,
  (select id from tenant.${table} record where id = held.record_id and ${visibleTo(definition, theViewer, 'record')})
from held`,
    { names: ['client', 'scope', 'viewer'] },
  );
}
