import { statement, textOf, type TenantSql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { CustomFieldDefinition } from '../custom-field.ts';
import { DefinitionSet, noDefinitions } from './definition-set.ts';

/** The definitions as they are now: `known` itself where its number is still theirs. One snapshot has both. */
export async function readDefinitions(
  context: CallContext,
  sql: TenantSql,
  resource: number,
  known: DefinitionSet | undefined,
): Promise<DefinitionSet> {
  const row = await sql.row(context, findDefinitions.with({ resource, known: known?.number ?? unknown }));
  const number = Number(row?.[0] ?? 0);
  if (known?.number === number) {
    return known;
  }
  if (number === 0) {
    return noDefinitions;
  }
  // The statement renders what its own select list says.
  return new DefinitionSet(number, JSON.parse(textOf(row?.[1] ?? '[]')) as CustomFieldDefinition[]);
}

const unknown = -1;

/** A definition as code has it, by the columns of its row. */
export const definitionColumns = `key, label, description, field_type as "fieldType", is_required as "isRequired", options,
  display_order as "displayOrder", is_enabled as "isEnabled"`;

// The number of a resource's definitions, and all of them where it is another one than the caller knows.
const findDefinitions = statement(
  'custom_field_definitions',
  `select floor.definitions, case when floor.definitions <> :known::bigint then (
  select json_agg(row_to_json(field)) from (
    select ${definitionColumns} from tenant.custom_field where resource = :resource order by display_order
  ) field
) end
from tenant.feed_floor floor where floor.resource = :resource::smallint`,
);
