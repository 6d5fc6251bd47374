import type { Columns, MembersOf } from './definition.ts';

/** What a write answers: the record, or its id with an ETag of the version alone. */
export type WriteAnswer = 'record' | 'id';

/** What a surface shows of a resource's records, in the order of its answers, and what its bodies write. */
export interface Surface<C extends Columns> {
  readonly shows: readonly (keyof MembersOf<C> & string)[];
  readonly writes: readonly (keyof C & string)[];
  /** What its writes answer: the record, unless it says otherwise. */
  readonly answers?: WriteAnswer;
}

/** A surface on which records are searched. */
export interface SearchedSurface<C extends Columns> extends Surface<C> {
  /** What an item of a search shows. */
  readonly items: readonly (keyof MembersOf<C> & string)[];
}
