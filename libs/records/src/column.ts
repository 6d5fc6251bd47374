export type ColumnType = 'text' | 'uuid' | 'boolean' | 'integer' | 'numeric' | 'date' | 'timestamptz' | 'jsonb';

/** A column of a record's table. `T` is the type of its value in a body. */
export interface Column<T> {
  readonly name: string;
  readonly type: ColumnType;
  /** The value for a member that is omitted or null, instead of null. */
  readonly default?: string | number | boolean;
  /** Whether an update that omits the member, or says null, leaves the value as it is. */
  readonly kept?: boolean;
  /** Never set; it carries the type. */
  readonly value?: T;
}

interface ColumnOptions {
  readonly default?: string | number | boolean;
  readonly kept?: boolean;
}

export function textColumn(name: string, options: ColumnOptions = {}): Column<string> {
  return { name, type: 'text', ...options };
}

export function idColumn(name: string, options: ColumnOptions = {}): Column<string> {
  return { name, type: 'uuid', ...options };
}

export function booleanColumn(name: string, options: ColumnOptions = {}): Column<boolean> {
  return { name, type: 'boolean', ...options };
}

export function jsonColumn<T extends object>(name: string): Column<T> {
  return { name, type: 'jsonb' };
}

/** A default as SQL. */
export function literal(value: string | number | boolean): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
