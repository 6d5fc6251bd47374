import { audit, type ChangeContext } from '@rapport/audit';
import { migrationsLacking, type Database, type LackingMigrations, type Sql } from '@rapport/database';
import { AppError, type CallContext } from '@rapport/kernel';
import { loop, type Background, type Telemetry } from '@rapport/telemetry';
import { CellStore, type KnownCell } from './cell-store.ts';

/** A cell with what it lacks of this program's migrations; null while it does not answer. */
export interface ListedCell extends KnownCell {
  readonly pendingMigrations: number | null;
  readonly behind: number | null;
  readonly failed?: LackingMigrations['failed'];
}

const watching = loop('watch cells', 'Counts the tenants of the open cells.', 'CellsNearlyFull');

/** The cells of the installation. New tenants go into those that are open. */
export class Cells {
  static readonly loops = [watching];
  readonly #database: Database;
  readonly #store: CellStore;
  readonly #measure: (open: readonly KnownCell[]) => void;

  constructor(database: Database, store: CellStore, telemetry: Telemetry) {
    this.#database = database;
    this.#store = store;
    this.#measure = measureOf(telemetry);
  }

  start(background: Background): void {
    background.repeat(watching, (context) => this.#watch(context), watchEveryMs, { isPoll: true });
  }

  async list(context: CallContext): Promise<ListedCell[]> {
    const cells = await this.#store.list(context, this.#database.control);
    return Promise.all(cells.map(async (cell) => ({ ...cell, ...(await this.#lacking(context, cell.name)) })));
  }

  /** Lets new tenants into the cell until it has so many. */
  async open(context: ChangeContext, name: string, tenantsMax: number): Promise<void> {
    await this.#change(context, name, async (sql, cell) => {
      if (!cell.isOpen || cell.tenantsMax !== tenantsMax) {
        await this.#store.open(context, sql, name, tenantsMax);
        await audit(context, sql, null, 'cell.opened', name, { tenantsMax });
      }
    });
  }

  /** Lets no new tenant into the cell that does not name it. */
  async close(context: ChangeContext, name: string): Promise<void> {
    await this.#change(context, name, async (sql, cell) => {
      if (cell.isOpen) {
        await this.#store.close(context, sql, name);
        await audit(context, sql, null, 'cell.closed', name);
      }
    });
  }

  async #change(
    context: ChangeContext,
    name: string,
    change: (sql: Sql, cell: Pick<KnownCell, 'isOpen' | 'tenantsMax'>) => Promise<void>,
  ): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      const cell = await this.#store.hold(context, sql, name);
      if (!cell) {
        throw new AppError('not_found', `There is no cell ${name}.`);
      }
      await change(sql, cell);
    });
  }

  async #lacking(context: CallContext, name: string): Promise<Omit<ListedCell, keyof KnownCell>> {
    try {
      const { failed, ...counts } = await migrationsLacking(context, this.#database.cell(name));
      return { ...counts, ...(failed.length > 0 && { failed }) };
    } catch (error) {
      if (error instanceof AppError && error.code === 'service_unavailable') {
        return { pendingMigrations: null, behind: null };
      }
      throw error;
    }
  }

  async #watch(context: CallContext): Promise<void> {
    const cells = await this.#store.list(context, this.#database.control);
    this.#measure(cells.filter(({ isOpen }) => isOpen));
  }
}

function measureOf({ metrics }: Telemetry): (open: readonly KnownCell[]) => void {
  let cells: readonly KnownCell[] = [];
  const levelsOf = (level: 'tenants' | 'tenantsMax') =>
    cells.map((cell) => [{ cell: cell.name }, cell[level]] as const);
  metrics.gauge({
    name: 'cell_tenants',
    help: 'Tenants of each cell that is open to new ones.',
    labelNames: ['cell'],
    read: () => levelsOf('tenants'),
  });
  metrics.gauge({
    name: 'cell_tenants_max',
    help: 'Until how many tenants each open cell takes new ones.',
    labelNames: ['cell'],
    read: () => levelsOf('tenantsMax'),
  });
  return (open) => {
    cells = open;
  };
}

const watchEveryMs = 10_000;
