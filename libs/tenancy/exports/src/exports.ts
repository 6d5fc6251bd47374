import { audit, type ChangeContext } from '@rapport/audit';
import type { Database } from '@rapport/database';
import { AppError, newId, type CallContext, type TenantRef } from '@rapport/kernel';
import type { TenantExport } from '@rapport/kinds';
import type { ExportStore } from './export-store.ts';
import { dropPieceTable, findPieceTables, PieceTable } from './writing/piece-table.ts';

/** The exports of tenants, as owners and operators order and fetch them. */
export class Exports {
  readonly #database: Database;
  readonly #store: ExportStore;

  constructor(database: Database, store: ExportStore) {
    this.#database = database;
    this.#store = store;
  }

  /** One that waits or runs already is the answer too. */
  async order(context: ChangeContext, tenantId: string): Promise<TenantExport> {
    const open = await this.#database.control.transaction(context, async (sql) => {
      const id = newId();
      if (await this.#store.insert(context, sql, tenantId, id)) {
        await audit(context, sql, tenantId, 'export.ordered', id);
      }
      return this.#store.open(context, sql, tenantId);
    });
    // The one that kept this from being made has ended meanwhile.
    return open ?? this.order(context, tenantId);
  }

  async list(context: CallContext, tenantId: string): Promise<TenantExport[]> {
    return this.#store.list(context, this.#database.control, tenantId);
  }

  async find(context: CallContext, tenantId: string, exportId: string): Promise<TenantExport> {
    const found = await this.#store.find(context, this.#database.control, tenantId, exportId);
    if (!found) {
      throw new AppError('not_found', `The tenant has no export ${exportId}.`);
    }
    return found;
  }

  async file(context: CallContext, tenantId: string, exportId: string, name: string): Promise<ExportFile> {
    const found = await this.#store.file(context, this.#database.control, tenantId, exportId, name);
    if (!found) {
      throw new AppError('not_found', 'The export has no such file, or it has expired.');
    }
    const table = new PieceTable(this.#database.cell(found.cell), found.tenantNumber, found.attemptId);
    return {
      mediaType: mediaTypeOf(name),
      length: found.bytes,
      etag: `"${found.sha256}"`,
      from: (place) => table.read(context, found.place, place),
    };
  }

  /** Nothing of the exports of a tenant that goes is left, those under way among them. Done again it finds nothing. */
  async removeAll(context: CallContext, { id, number, cell }: TenantRef): Promise<RemovedExports> {
    const exports = await this.#store.remove(context, this.#database.control, id);
    const sql = this.#database.cell(cell);
    const tables = (await findPieceTables(context, sql)).filter(({ tenantNumber }) => tenantNumber === number);
    for (const table of tables) {
      await dropPieceTable(context, sql, table);
    }
    return { exports, tables: tables.length };
  }
}

/** The bytes of a file. */
export interface ExportFile {
  readonly mediaType: MediaType;
  readonly length: number;
  /** The file's SHA-256, in quotes. */
  readonly etag: string;
  readonly from: (place: number) => AsyncIterable<Buffer>;
}

type MediaType = 'application/gzip' | 'application/json' | 'application/octet-stream';

/** The numbers of what a deletion has removed. */
export interface RemovedExports {
  readonly exports: number;
  readonly tables: number;
}

function mediaTypeOf(name: string): MediaType {
  if (name === 'manifest.json') {
    return 'application/json';
  }
  return name.endsWith('.ndjson.gz') ? 'application/gzip' : 'application/octet-stream';
}
