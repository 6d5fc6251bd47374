import type { Columns, MembersOf } from './definition.ts';

/** The answer of a write: the record, or its id with an ETag of the version alone. */
export type WriteAnswer = 'record' | 'id';

/** The members of a resource's records on a surface, in the order of its answers, and those that its bodies write. */
export interface Surface<C extends Columns> {
  readonly shows: readonly (keyof MembersOf<C> & string)[];
  readonly writes: readonly (keyof C & string)[];
  /** The answer of its writes: the record, unless it says otherwise. */
  readonly answers?: WriteAnswer;
}

/** A surface on which records are searched. */
export interface SearchedSurface<C extends Columns> extends Surface<C> {
  /** The members of an item of a search. */
  readonly items: readonly (keyof MembersOf<C> & string)[];
}
