import type { ErrorCode } from '@rapport/kernel';
import type { Column } from './column.ts';

/** A synchronised resource: its name in the interface, its number in every log of changes, its table and its path. */
export interface Resource {
  readonly name: string;
  readonly number: number;
  readonly table: string;
  readonly path: string;
}

/**
 * The columns that a body writes, by their names in code. What every record has (id, owner, team, version, times) is
 * not among them.
 */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A code that a caller may choose; it is counted up where the caller does not. */
export interface GeneratedCode<Name extends string = string> {
  readonly column: Name;
  readonly sequence: string;
  readonly prefix: string;
  /** The unique index, which a generated code may violate too. */
  readonly constraint: string;
}

/** A target that must be there when a record names it. It is looked up when its id is given or changes. */
export interface Reference<Name extends string = string> {
  readonly column: Name;
  /** A predicate over `:value`, the id that is named. */
  readonly exists: string;
  readonly message: string;
}

export interface UniqueConstraint {
  readonly constraint: string;
  readonly code: ErrorCode;
  readonly detail: string;
}

/** Everything about a resource that its records do not share with those of other resources. */
export interface ResourceDefinition {
  readonly resource: Resource;
  readonly columns: Columns;
  readonly code?: GeneratedCode;
  readonly references?: readonly Reference[];
  readonly unique?: readonly UniqueConstraint[];
}

/** The same with the names of its columns, so that a wrong name does not compile. */
export interface RecordDefinition<C extends Columns> extends ResourceDefinition {
  readonly columns: C;
  readonly code?: GeneratedCode<keyof C & string>;
  readonly references?: readonly Reference<keyof C & string>[];
}

/** The input of a create or update. Omitted and null mean the same, but `externalId: null` would take the id away. */
export type RecordInput<C extends Columns> = {
  readonly [K in keyof C]?: (C[K] extends Column<infer T> ? T : never) | null | undefined;
} & { readonly ownerUserId?: string | null | undefined; readonly externalId?: string | null | undefined };
