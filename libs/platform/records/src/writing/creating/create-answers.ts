import type { RawRow } from '@rapport/database';
import type { CustomFieldSet } from '../../defining/custom-field-sets.ts';
import { headOf } from '../../showing/row-head.ts';
import type { RowSerializer } from '../../showing/shape.ts';
import { createHead } from './create-statement.ts';
import type { WrittenSurface } from '../body/written-surface.ts';

/** The outcome of a create's statement. */
export interface CreateResult {
  /** The answer with a character for each byte; null where nothing was done. */
  readonly body: string | null;
  /** The references that name nothing. */
  readonly wrong: readonly string[];
  /** The number of the definitions of custom fields, where it is another than that of those that the body was held to. */
  readonly redefined: number | null;
}

/** Reads the row of a create's statement. */
export class CreateAnswers {
  readonly #serialize: RowSerializer | null;

  constructor({ shape, answers }: Pick<WrittenSurface, 'shape' | 'answers'>) {
    this.#serialize = answers === 'id' ? null : shape.serializer(createHead.length);
  }

  of(row: RawRow | undefined, set: CustomFieldSet, { isKept }: { readonly isKept: boolean }): CreateResult {
    const made = row?.[createHead.length];
    if (row === undefined || made === undefined) {
      throw new Error('a create gave no row');
    }
    const { wrong, definitions } = headOf(row, createHead);
    return {
      body: made === null || isKept || this.#serialize === null ? made : this.#serialize(row, set),
      wrong: wrong ? wrong.split(',') : [],
      redefined: definitions === String(set.number) ? null : Number(definitions),
    };
  }
}
