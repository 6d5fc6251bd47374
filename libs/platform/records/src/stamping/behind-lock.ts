import { literal } from '../defining/column.ts';

/** The values of a query that is asked behind the tenant's lock, as SQL over the statement that asks. */
export interface AskedWith {
  /** Its $1. */
  readonly id: string;
  /** Its $2. */
  readonly other?: string;
  /** Its $3. */
  readonly word?: string;
  /** Its $4: the stamp, behind which it is asked. */
  readonly at: string;
}

/** A query's find, as a text; null where there is none. Its parameters are its own, and not those of the statement. */
export function askedBehindLock(query: string, { id, other = 'null', word = 'null', at }: AskedWith): string {
  return `cell.ask(${literal(query)}, ${id}, ${other}, ${word}, ${at})`;
}

/** Whether a query finds nothing for one of the ids in an array, those in the array `present` aside. */
export function missesBehindLock(
  query: string,
  present: string,
  { id, other = 'null', word = 'null', at }: AskedWith,
): string {
  return `cell.misses(${literal(query)}, ${id}, ${present}, ${other}, ${word}, ${at})`;
}
