import type { RawRow } from '@rapport/database';
import type { CustomFieldSet } from '../defining/custom-field-sets.ts';
import { etagOf, versionTag } from '../showing/etag.ts';
import type { RecordAnswer } from './record-answer.ts';
import type { RecordShape, RowSerializer } from '../showing/shape.ts';
import type { WriteAnswer } from '../defining/surface.ts';

/**
 * Makes answers of raw rows. From `offset` on a row has the record's columns, the caller's external id, the version, and
 * the number of the custom fields' definitions in the statement's snapshot.
 */
export class RowAnswers {
  readonly #shape: RecordShape;
  readonly #offset: number;
  readonly #versionAt: number;
  readonly #definitionsAt: number;
  readonly #serialize: RowSerializer;
  readonly #answers: WriteAnswer;

  constructor(shape: RecordShape, offset: number, answers: WriteAnswer = 'record') {
    this.#answers = answers;
    this.#shape = shape;
    this.#offset = offset;
    const externalIdAt = offset + shape.rowColumns.length;
    this.#versionAt = externalIdAt + 1;
    this.#definitionsAt = externalIdAt + 2;
    this.#serialize = shape.serializer(offset);
  }

  of(row: RawRow, customFields: CustomFieldSet): RecordAnswer {
    return { body: this.#serialize(row, customFields), encoding: 'latin1', etag: this.etagOf(row) };
  }

  /** The row as a caller is shown it that may read some kinds of records alone. */
  shownTo(reads: (kind: string) => boolean, row: RawRow): RawRow {
    return this.#shape.without(row, this.#offset, reads);
  }

  definitionsIn(row: RawRow): number {
    return Number(row[this.#definitionsAt]);
  }

  etagOf(row: RawRow): string {
    const version = Number(row[this.#versionAt]);
    if (this.#answers === 'id') {
      return versionTag(version);
    }
    const externalId = this.#shape.externalIdOf(row, this.#offset);
    const hidden = this.#shape.hiddenIn(row, this.#offset);
    return etagOf(version, { externalId, hidden, definitions: this.definitionsIn(row) });
  }
}
