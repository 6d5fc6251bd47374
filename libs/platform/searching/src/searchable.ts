import type { Search } from '@rapport/kernel';
import type { SearchColumn } from './search-column.ts';

/** The searchable part of a list. All of it is SQL that is written in code, never a text of a request. */
export interface Searchable<Field extends string, Sort extends string> {
  /** The name of its statements. */
  readonly name: string;
  /** The tables behind `from`. */
  readonly from: string;
  /** The condition on the tenant, whose id is `:tenantId`. */
  readonly where: string;
  /** The select list of an item, with the names that answers have. */
  readonly item: string;
  /** The column that tells records of equal sort apart. */
  readonly id: string;
  readonly fields: Readonly<Record<Field, SearchColumn>>;
  /** The expression of each sort; that of a text is folded. */
  readonly sorts: Readonly<Record<Sort, string>>;
  /** The texts in which words are looked for, folded. */
  readonly texts: readonly string[];
}

/** Keeps the names of fields and sorts, so that a search with others does not compile. */
export function searchable<Field extends string, Sort extends string>(
  list: Searchable<Field, Sort>,
): Searchable<Field, Sort> {
  return list;
}

/** A search of a list, by the fields and the sorts that it has. */
export type ListSearch<List> =
  List extends Searchable<infer Field extends string, infer Sort extends string> ? Search<Field, Sort> : never;
