import { isUniqueViolation, type Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { CellWork } from '@rapport/sagas';
import { loop, type Background } from '@rapport/telemetry';
import type { ExportMetrics } from './export-metrics.ts';
import type { ExportStore } from './export-store.ts';
import type { ExportWork } from './export-work.ts';
import { dropPieceTable, findPieceTables } from './writing/piece-table.ts';

const startingExports = loop('start exports', 'Lets exports begin, one of each cell at a time.', 'ExportWaits');
const removingExports = loop('remove exports', 'Lets exports expire, and removes the tables that none has any more.');

/** Lets exports begin and end in their time. Every process looks. */
export class ExportQueue {
  static readonly loops = [startingExports, removingExports];
  readonly #database: Database;
  readonly #store: ExportStore;
  readonly #metrics: ExportMetrics;
  readonly #cellWork: CellWork;

  constructor(database: Database, store: ExportStore, metrics: ExportMetrics, cellWork: CellWork, work: ExportWork) {
    this.#database = database;
    this.#store = store;
    this.#metrics = metrics;
    this.#cellWork = cellWork;
    cellWork.register('export', {
      steps: { files: (context, item, stillAtIt) => work.make(context, item.principalId, stillAtIt) },
      laterMs: { files: 0 },
    });
  }

  start(background: Background): void {
    background.repeat(startingExports, (context) => this.startNext(context), startEveryMs, { isPoll: true });
    for (const cell of this.#database.cellNames) {
      background.repeat(removingExports, (context) => this.removeOld(context, cell), removeEveryMs, {
        cell,
        isPoll: true,
      });
    }
  }

  /** The index that lets one run in a cell refuses the other one of two processes, which finds the next with its next round. */
  async startNext(context: CallContext): Promise<void> {
    const { control } = this.#database;
    try {
      await control.transaction(context, async (sql) => {
        for (const { id, tenantId } of await this.#store.startNext(context, sql)) {
          await this.#cellWork.add(context, sql, tenantId, 'export', id);
        }
      });
    } catch (error) {
      if (!isUniqueViolation(error, 'export_running')) {
        throw error;
      }
    }
    this.#metrics.setWaiting(await this.#store.waiting(context, control));
  }

  /** The cell is asked for its tables before control is for their owners, so a table that is made meanwhile stays. */
  async removeOld(context: CallContext, cell: string): Promise<void> {
    const { control } = this.#database;
    await this.#store.expire(context, control);
    const sql = this.#database.cell(cell);
    const tables = await findPieceTables(context, sql);
    const attempts = tables.map(({ attemptId }) => attemptId);
    const needed = await this.#store.needed(context, control, attempts);
    for (const table of tables.filter(({ attemptId }) => !needed.has(attemptId))) {
      await dropPieceTable(context, sql, table);
    }
  }
}

const startEveryMs = 1_000;
const removeEveryMs = 60_000;
