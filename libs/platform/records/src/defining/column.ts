import type { RecordTarget, Target } from './target.ts';

export type ColumnType =
  'text' | 'uuid' | 'boolean' | 'integer' | 'numeric' | 'date' | 'timestamptz' | 'jsonb' | 'text[]' | 'uuid[]';

export type DefaultValue = string | number | boolean | readonly [];

/** A default that follows from another column of the record: from each of its values to the default. */
export interface DefaultBy {
  readonly column: string;
  readonly values: Readonly<Record<string, DefaultValue>>;
}

/** The source of a target for a record that names none of its own: a record that it names by another member. */
export interface Source {
  readonly member: string;
  readonly target: RecordTarget;
  /** The column of the named record. */
  readonly column: string;
}

/**
 * A column of a record's table. `T` is the type of its value in answers, `In` in bodies; its SQL name is made from the
 * member's name.
 */
export interface Column<T, In = T> {
  readonly type: ColumnType;
  /** The value for a member that is omitted or null, instead of null. */
  readonly default?: DefaultValue;
  readonly defaultBy?: DefaultBy;
  /** Whether an update that omits the member, or says null, leaves the value as it is. */
  readonly kept?: boolean;
  /** Whether the table refuses null. A column with a default refuses it too. */
  readonly isRequired?: boolean;
  /** The prefix of a code that is counted up where the caller gives none. */
  readonly codePrefix?: string;
  /** The thing that the id in this column names. */
  readonly target?: Target;
  /** The member that shows a copy of the target's name. */
  readonly shownAs?: string;
  /** The member that shows the target's name as it is when the record is read. */
  readonly joinedAs?: string;
  /** From where the first value comes that there is, for a member that is omitted or null. */
  readonly takenFrom?: readonly Source[];
  /** Of a weak reference the table in which the row is that the id names: answers show the id while that is there. */
  readonly weakTo?: string;
  /**
   * For what is no column of the table but is computed when a record is read: its value for `record`, of rows that the
   * caller sees.
   */
  readonly computed?: (sees: (alias: string) => string) => string;
  /** The column of a row that holds what is computed. The members of one column have one value. */
  readonly computedColumn?: string;
  /** The kind of the rows of a computed member, which is null for a caller that may not read them. */
  readonly countsKind?: string;
  /** Writes the member's JSON from a value that is not shown as it stands, which has a character for each byte. */
  readonly write?: (value: string) => string;
  /** The words that go out as their numbers. */
  readonly words?: readonly string[];
  /** The member that shows the word itself. */
  readonly wordAs?: string;
  /** Makes what is kept beside the value, in a column of its own, and by which alone records are looked for. */
  readonly keyOf?: (value: string) => string;
  /** Never set; they carry the types. */
  readonly value?: T;
  readonly input?: In;
}

/** A member that is computed when a record is read, of rows of records with owners that the caller sees. */
export function computed<T>(
  type: ColumnType,
  value: (sees: (alias: string) => string) => string,
  written: Pick<Column<T>, 'computedColumn' | 'write' | 'countsKind'> = {},
): Column<T, never> {
  return { type, computed: value, ...written };
}

/** The SQL name of a member. Times say in their members alone that they are UTC, and SQL keeps some words to itself. */
export function columnName(member: string): string {
  return (
    keptWords.get(member) ?? member.replace(/OnUtc$/, 'On').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  );
}

/** The column of the key of a value. */
export function keyColumnName(member: string): string {
  return `${columnName(member)}_key`;
}

const keptWords: ReadonlyMap<string, string> = new Map([['from', 'from_address']]);

/** A default as SQL. */
export function literal(value: DefaultValue): string {
  if (typeof value === 'object') {
    return `'{}'`;
  }
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
