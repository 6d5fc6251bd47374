import { statement, type Statement } from '@rapport/database';
import { definitionsNumber } from '../../defining/custom-field-sets.ts';
import type { RecordDefinition } from '../../defining/definition.ts';
import { holderOf } from '../../showing/external-id.ts';
import type { RecordRules } from '../../stamping/rules.ts';
import { visibleTo } from '../../showing/visibility.ts';
import { codesOf, type CodeStatements } from '../body/codes.ts';
import { stampsStatement } from '../../transacting/stamps-statement.ts';

/** What a batch sends beside the statements of its items. */
export interface BatchStatements {
  readonly stamps: Statement;
  readonly holders: Statement;
  readonly definitions: Statement;
  /** Null where the records have no code that is counted up. */
  readonly codes: CodeStatements | null;
}

export function batchStatements(definition: RecordDefinition, rules: RecordRules): BatchStatements {
  const { resource } = definition;
  return {
    stamps: stampsStatement(rules),
    holders: holdersStatement(definition),
    definitions: statement(`${resource.name}_batch_definitions`, `select ${definitionsNumber(resource.number)}`),
    codes: codesOf(definition),
  };
}

/** The records that hold external ids of the client, null where it may not see one. $1 ids $2 client $3 $4 the viewer */
function holdersStatement(definition: RecordDefinition): Statement {
  const { name, number, table } = definition.resource;
  const viewer = { scope: '$3::text', viewer: '$4::uuid' };
  return statement(
    `${name}_batch_holders`,
    `with held as materialized (
  select given.external_id, ${holderOf(number, 'given.external_id', '$2::uuid')} as record_id
  from unnest($1::text[]) as given (external_id)
)
select external_id, record_id is not null,
  (select id from tenant.${table} record where id = held.record_id and ${visibleTo(definition, viewer, 'record')})
from held`,
  );
}
