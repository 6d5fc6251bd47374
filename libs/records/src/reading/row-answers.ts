import type { RawRow } from '@rapport/database';
import { etagOf } from '../etag.ts';
import type { RecordAnswer } from '../records.ts';
import type { RecordShape } from '../shape.ts';

/** Makes answers of raw rows: the record's columns from `offset` on, the caller's external id, and the version. */
export class RowAnswers {
  readonly #shape: RecordShape;
  readonly #offset: number;
  readonly #serialize: (row: RawRow) => string;

  constructor(shape: RecordShape, offset: number) {
    this.#shape = shape;
    this.#offset = offset;
    this.#serialize = shape.serializer(offset);
  }

  of(row: RawRow): RecordAnswer {
    return { body: this.#serialize(row), encoding: 'latin1', etag: this.etagOf(row) };
  }

  etagOf(row: RawRow): string {
    const version = Number(row[this.#offset + this.#shape.rowColumns.length + 1]);
    const externalId = this.#shape.externalIdOf(row, this.#offset);
    return etagOf(version, { externalId, hidden: this.#shape.hiddenIn(row, this.#offset), definitions: 0 });
  }
}
