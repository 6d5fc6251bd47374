import { composed, isUnknownToDatabase, statement, type CellSql } from '@rapport/database';
import { AppError, type CallContext } from '@rapport/kernel';

/** The bytes of a piece; the last one of a file has fewer. */
export const pieceBytes = 262_144;

/**
 * The table in a cell with the files of one attempt, in pieces. It goes as a whole, which gives the disk back at once. Its name
 * says whose it is: the tenant's number and the attempt.
 */
export class PieceTable {
  readonly #sql: CellSql;
  readonly #name: string;

  constructor(sql: CellSql, tenantNumber: number, attemptId: string) {
    this.#sql = sql;
    this.#name = `${prefix}${tenantNumber}_${attemptId.replaceAll('-', '')}`;
  }

  /** The pieces are packed already, so the server packs them no second time. */
  async create(context: CallContext): Promise<void> {
    const text = `set local role rapport_owner;
create table cell.${this.#name} (file int, piece int, content bytea storage external not null, primary key (file, piece));
grant select, insert on cell.${this.#name} to rapport_subscription_service`;
    await this.#sql.script(context, 'create_export_table', text);
  }

  async put(context: CallContext, file: number, piece: number, content: Buffer): Promise<void> {
    const text = `insert into cell.${this.#name} (file, piece, content) values (:file, :piece, :content)`;
    await this.#sql.rows(context, composed('export_piece_put', text, { file, piece, content }));
  }

  /**
   * The pieces of a file from a place on, each by a statement of its own. Where the cell was brought back to the middle of
   * the attempt it has some pieces of a file, which are none without the last one.
   */
  async *read(context: CallContext, { place, bytes }: PlacedFile, from: number): AsyncGenerator<Buffer> {
    const table = `cell.${this.#name}`;
    const text = `select content from ${table} where file = :place and piece = :piece
  and exists (select from ${table} where file = :place and piece = :last)`;
    const last = Math.ceil(bytes / pieceBytes) - 1;
    let skipped = from % pieceBytes;
    for (let piece = Math.floor(from / pieceBytes); piece <= last; piece += 1) {
      const sent = composed('export_piece_get', text, { place, piece, last });
      const [content] = await this.#sql.bytes(context, sent).catch(asExpired);
      if (!content) {
        throw expired();
      }
      yield content.subarray(skipped);
      skipped = 0;
    }
  }
}

/** A file with its number in the table. */
interface PlacedFile {
  readonly place: number;
  readonly bytes: number;
}

/** The table goes behind the answer of control that it is there. */
function asExpired(error: unknown): never {
  throw isUnknownToDatabase(error) ? expired() : error;
}

function expired(): AppError {
  return new AppError('not_found', 'The file has expired.');
}

/** A table of pieces that a cell has. */
export interface FoundTable {
  readonly name: string;
  readonly tenantNumber: number;
  readonly attemptId: string;
}

export async function findPieceTables(context: CallContext, sql: CellSql): Promise<FoundTable[]> {
  return sql.query<FoundTable>(context, listTables);
}

/** It may be gone already. */
export async function dropPieceTable(context: CallContext, sql: CellSql, { name }: FoundTable): Promise<void> {
  await sql.script(context, 'drop_export_table', `set local role rapport_owner; drop table if exists cell.${name}`);
}

const prefix = 'export_';

// Names are compared by their bytes, so the index on them finds those behind the prefix.
const listTables = statement(
  'export_tables',
  `select relname::text as name, split_part(relname, '_', 2)::int as "tenantNumber", split_part(relname, '_', 3)::uuid::text as "attemptId"
from pg_class where relname >= '${prefix}' and relname < 'export\`' and relnamespace = 'cell'::regnamespace and relkind = 'r'`,
);
