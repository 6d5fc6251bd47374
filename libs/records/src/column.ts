import type { RecordTarget, Target } from './target.ts';

export type ColumnType = 'text' | 'uuid' | 'boolean' | 'integer' | 'numeric' | 'date' | 'timestamptz' | 'jsonb';

export type DefaultValue = string | number | boolean;

/** A default that follows from another column of the record: from each of its values to the default. */
export interface DefaultBy {
  readonly column: string;
  readonly values: Readonly<Record<string, DefaultValue>>;
}

/** A column of a record's table. `T` is the type of its value; its SQL name is made from the member's name. */
export interface Column<T> {
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
  /** What the id in this column names. */
  readonly target?: Target;
  /** The member that shows a copy of the target's name. */
  readonly shownAs?: string;
  /** Never set; it carries the type. */
  readonly value?: T;
}

export function text(): Column<string | null> {
  return { type: 'text' };
}

export function requiredText(): Column<string> {
  return { type: 'text', isRequired: true };
}

/** One of some words. A record that says none has the first one given here. */
export function choice(byDefault: string): Column<string> {
  return { type: 'text', default: byDefault };
}

export function flag(byDefault: boolean): Column<boolean> {
  return { type: 'boolean', default: byDefault };
}

export function integer(): Column<number | null> {
  return { type: 'integer' };
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

/** A code, unique in the tenant whatever its case. One that the caller does not choose is counted up. */
export function code(codePrefix: string): Column<string> {
  return { type: 'text', isRequired: true, kept: true, codePrefix };
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

/** The SQL name of a member. */
export function columnName(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A default as SQL. */
export function literal(value: DefaultValue): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
