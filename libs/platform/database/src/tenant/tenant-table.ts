/**
 * A table of control or of a cell that has rows of tenants, as its lib says it, and what becomes of these rows when their
 * tenant is deleted. From these values follow what a deletion erases, what it counts and where its proof searches.
 */
export interface TenantTable {
  readonly table: `control.${string}` | `cell.${string}`;
  /** Finds the rows that go, or that still have what is taken out of them; null where all of them stay as they are. */
  readonly where: string | null;
  /** The columns that are emptied in rows that stay. */
  readonly emptied?: string;
  /** Why rows stay. */
  readonly kept?: string;
}

/** Rows that go. In control `where` has `:tenantId`, `:userIds` and `:identityIds`, in a cell `:tenantNumber`. */
export function erased(table: TenantTable['table'], where = ofTenant(table)): TenantTable {
  return { table, where };
}

export function kept(table: TenantTable['table'], why: string): TenantTable {
  return { table, where: null, kept: why };
}

/** Rows that stay without some of their values. `where` finds those that have them still. */
export function emptied(
  table: TenantTable['table'],
  { where, set, why }: { readonly where: string; readonly set: string; readonly why: string },
): TenantTable {
  return { table, where, emptied: set, kept: why };
}

function ofTenant(table: TenantTable['table']): string {
  return table.startsWith('cell.') ? 'tenant = :tenantNumber::int' : 'tenant_id = :tenantId::uuid';
}

/** The ledger of the schemas' versions. */
export const ledgerTables: readonly TenantTable[] = [erased('cell.tenant_schema')];
