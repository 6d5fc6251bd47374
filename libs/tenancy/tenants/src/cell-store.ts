import { statement, type Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';

/** A cell as control knows it. */
export interface KnownCell {
  readonly name: string;
  readonly isOpen: boolean;
  readonly tenants: number;
  readonly tenantsMax: number;
}

/** The statements of cells, in control or in a transaction there. */
export class CellStore {
  /** Registers cells. The first one of an installation is open, and every later one closed. */
  async put(context: CallContext, sql: Sql, names: readonly string[]): Promise<void> {
    await sql.query(context, putCells.with({ names }));
  }

  async list(context: CallContext, sql: Sql): Promise<KnownCell[]> {
    return sql.query<KnownCell>(context, listCells);
  }

  /** The cell without its count, held to the end of the transaction; undefined where there is none. */
  async hold(
    context: CallContext,
    sql: Sql,
    name: string,
  ): Promise<Pick<KnownCell, 'isOpen' | 'tenantsMax'> | undefined> {
    const [row] = await sql.query<Pick<KnownCell, 'isOpen' | 'tenantsMax'>>(context, holdCell.with({ name }));
    return row;
  }

  async open(context: CallContext, sql: Sql, name: string, tenantsMax: number): Promise<void> {
    await sql.query(context, openCell.with({ name, tenantsMax }));
  }

  async close(context: CallContext, sql: Sql, name: string): Promise<void> {
    await sql.query(context, closeCell.with({ name }));
  }
}

/** Cells with the number of their tenants. What is left of a deleted tenant takes no room. The count is one of an index. */
export const countedCells = `control.cell cross join lateral (
  select count(*)::int as tenants from control.tenant where tenant.cell = cell.name and state <> 'deleted') as counted`;

const putCells = statement(
  'cell_put',
  `insert into control.cell (name, is_open)
select name, place = 1 and not exists (select from control.cell) from unnest(:names::text[]) with ordinality as given (name, place)
on conflict do nothing`,
);

const listCells = statement(
  'cell_list',
  `select name, is_open as "isOpen", tenants, tenants_max as "tenantsMax" from ${countedCells} order by name`,
);

const holdCell = statement(
  'cell_hold',
  `select is_open as "isOpen", tenants_max as "tenantsMax" from control.cell where name = :name for update`,
);

const openCell = statement(
  'cell_open',
  `update control.cell set is_open = true, tenants_max = :tenantsMax where name = :name`,
);

const closeCell = statement('cell_close', `update control.cell set is_open = false where name = :name`);
