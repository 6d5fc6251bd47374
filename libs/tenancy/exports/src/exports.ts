import { audit, type ChangeContext } from '@rapport/audit';
import type { Database } from '@rapport/database';
import { AppError, newId, type CallContext, type TenantRef } from '@rapport/kernel';
import type { TenantExport } from '@rapport/kinds';
import type { ExportStore } from './export-store.ts';
import { dropPieceTable, findPieceTables, PieceTable, type FoundTable } from './writing/piece-table.ts';

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
      from: (place) => table.read(context, found, place),
    };
  }

  /** The exports of a tenant have so many tables of files. */
  async count(context: CallContext, { number, cell }: TenantRef): Promise<{ readonly tables: number }> {
    return { tables: (await this.#tablesOf(context, number, cell)).length };
  }

  /** Erases the exports of a tenant that goes, those under way among them, with their files. */
  async erase(context: CallContext, { id, number, cell }: TenantRef): Promise<void> {
    await this.#store.remove(context, this.#database.control, id);
    for (const table of await this.#tablesOf(context, number, cell)) {
      await dropPieceTable(context, this.#database.cell(cell), table);
    }
  }

  async #tablesOf(context: CallContext, number: number, cell: string): Promise<FoundTable[]> {
    const found = await findPieceTables(context, this.#database.cell(cell));
    return found.filter(({ tenantNumber }) => tenantNumber === number);
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

function mediaTypeOf(name: string): MediaType {
  if (name === 'manifest.json') {
    return 'application/json';
  }
  return name.endsWith('.ndjson.gz') ? 'application/gzip' : 'application/octet-stream';
}
