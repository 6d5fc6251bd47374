import type { Tenant } from '@rapport/testbed';
import type { Client } from 'pg';

/** The state of a tenant in control: the numbers of its views, and whose work in the cell is open. */
export interface ControlState {
  readonly views: readonly View[];
  readonly isOpen: (principalId: string) => boolean;
}

export interface View {
  readonly id: string;
  readonly number: number;
}

export async function readControl(control: Client, { id }: Tenant): Promise<ControlState> {
  const { rows } = await control.query<{ id: string; number: number | null; kind: string | null }>(
    `select id, view_number as number, null as kind from control.membership where tenant_id = $1
     union all select id, view_number, null from control.api_client where tenant_id = $1
     union all select principal_id, null, kind from control.cell_work where tenant_id = $1`,
    [id],
  );
  const open = rows.filter(({ kind }) => kind !== null);
  // The work of a role or a tenant may be on any user.
  const isWide = open.some(({ kind }) => kind === 'tenant' || kind === 'role');
  return {
    views: rows.flatMap((row) => (row.number === null ? [] : [{ id: row.id, number: row.number }])),
    isOpen: (principalId) => isWide || open.some((work) => work.id === principalId),
  };
}

/** The numbers of views as the cell has them. */
export async function readViews(cell: Client, { schema }: Tenant): Promise<ReadonlyMap<string, number>> {
  const { rows } = await cell.query<View>(`select principal_id as id, number from ${schema}.view`);
  return new Map(rows.map(({ id, number }) => [id, number]));
}
