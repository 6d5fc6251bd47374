import { literal, type Column } from '../column.ts';
import type { Reference, ResourceDefinition } from '../resource.ts';

/** A column that a body writes, with the name that code and callers have for it. */
export interface BodyColumn {
  readonly member: string;
  readonly column: Column<unknown>;
}

/** Every record has an owner, which an update keeps where it says nothing. */
export function bodyColumns(definition: ResourceDefinition): BodyColumn[] {
  const own = Object.entries(definition.columns).map(([member, column]) => ({ member, column }));
  return [...own, { member: ownerMember, column: { name: 'owner_user_id', type: 'uuid', kept: true } }];
}

export const ownerMember = 'ownerUserId';

/** The references of the resource, and the owner, who must be an active user of the tenant. */
export function referencesOf(definition: ResourceDefinition): Reference[] {
  return [...(definition.references ?? []), ownerReference];
}

/** The value that a column gets for what was sent: its default where nothing was, or what it is where that is kept. */
export function wanted(column: Column<unknown>, place: string, kept: string | null): string {
  if (column.kept && kept !== null) {
    return `coalesce(${place}, ${kept})`;
  }
  return column.default === undefined ? place : `coalesce(${place}, ${literal(column.default)})`;
}

const ownerReference: Reference = {
  column: ownerMember,
  exists: 'exists (select from cell.member m where m.tenant = :tenant and m.id = :value and m.is_active)',
  message: 'must be an active user of this tenant',
};
