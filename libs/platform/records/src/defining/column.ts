import { addressKey } from '@rapport/kernel';
import type { RecordTarget, Target } from './target.ts';

export type ColumnType =
  | 'text'
  | 'uuid'
  | 'boolean'
  | 'integer'
  | 'numeric'
  | 'date'
  | 'timestamptz'
  | 'jsonb'
  | 'bytea'
  | 'text[]'
  | 'uuid[]';

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
  /** The table in which the row is that the id names: answers show the id while that is there. */
  readonly traceOf?: string;
  /**
   * For what is no column of the table but is counted when a record is read: its value for `record`, of rows that the
   * caller sees.
   */
  readonly figure?: (sees: (alias: string) => string) => string;
  /** The column of a row that holds the figure. Figures of one column have one value. */
  readonly figureColumn?: string;
  /** The kind of the rows of a figure, which is null for a caller that may not read them. */
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

export function text(): Column<string | null> {
  return { type: 'text' };
}

/** An e-mail address, with its key. */
export function email(): Column<string | null> {
  return { type: 'text', keyOf: addressKey };
}

export function requiredText(): Column<string> {
  return { type: 'text', isRequired: true };
}

/** One of some words. A record that says none has the first one given here. */
export function choice(byDefault: string): Column<string> {
  return { type: 'text', default: byDefault };
}

/** One of some words, which an update leaves as it is where it says none. */
export function keptChoice(byDefault: string): Column<string> {
  return { ...choice(byDefault), kept: true };
}

/** A kept word that goes out as its number, beside another member that shows it. The first one is the default. */
export function numberedChoice<const Member extends string>(
  words: readonly [string, ...string[]],
  wordAs: Member,
): Column<number, string> & { readonly wordAs: Member } {
  return { type: 'text', default: words[0], kept: true, words, wordAs };
}

export function flag(byDefault: boolean): Column<boolean> {
  return { type: 'boolean', default: byDefault };
}

export function integerBy(defaultBy: DefaultBy): Column<number> {
  return { type: 'integer', defaultBy };
}

export function money(): Column<number | null> {
  return { type: 'numeric' };
}

export function date(): Column<string | null> {
  return { type: 'date' };
}

export function time(): Column<string | null> {
  return { type: 'timestamptz' };
}

/** A file, which no answer shows. An update without one leaves it. */
export function file(): Column<never, Uint8Array> {
  return { type: 'bytea', kept: true };
}

export interface Address {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly district: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly countryCode: string | null;
}

export function address(): Column<Address | null> {
  return { type: 'jsonb' };
}

/** A code, unique in the tenant ignoring case. One that the caller does not choose is counted up. */
export function code(codePrefix: string): Column<string> {
  return { type: 'text', isRequired: true, kept: true, codePrefix };
}

/** A code that a record need not have. Case does not make two codes of a tenant differ. */
export function optionalCode(): Column<string | null> {
  return { type: 'text', kept: true };
}

/** The id without which there is no record, of something whose name is read together with the record. */
export function requiredReference<const Member extends string>(
  target: Target,
  joinedAs: Member,
): Column<string> & { readonly joinedAs: Member } {
  return { type: 'uuid', target, joinedAs, isRequired: true };
}

/** The id of something else of the tenant. */
export function reference(target: Target): Column<string | null> {
  return { type: 'uuid', target };
}

/** The id of a record whose name this record shows as another member. */
export function namedReference<const Member extends string>(
  target: RecordTarget,
  shownAs: Member,
): Column<string | null> & { readonly shownAs: Member } {
  return { type: 'uuid', target, shownAs };
}

/** The id of something whose name is read together with the record. */
export function joinedReference<const Member extends string>(
  target: Target,
  joinedAs: Member,
): Column<string | null> & { readonly joinedAs: Member } {
  return { type: 'uuid', target, joinedAs };
}

/** The id of a record, which may be deleted all the same: then answers do not show it any more. */
export function looseReference(target: RecordTarget): Column<string | null> {
  return { type: 'uuid', target, traceOf: target.resource.table };
}

/** A count for a record when it is read, of rows of records with owners that the caller sees. */
export function figure<T>(
  type: ColumnType,
  value: (sees: (alias: string) => string) => string,
  written: Pick<Column<T>, 'figureColumn' | 'write' | 'countsKind'> = {},
): Column<T, never> {
  return { type, figure: value, ...written };
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
