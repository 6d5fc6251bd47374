export type ColumnType = 'text' | 'uuid' | 'boolean' | 'integer' | 'numeric' | 'date' | 'timestamptz' | 'jsonb';

/** A column of a record's table. `T` is what a body says for it. */
export interface Column<T> {
  readonly name: string;
  readonly type: ColumnType;
  /** What a member that is omitted or null becomes, instead of null. */
  readonly default?: string | number | boolean;
  /** Omitted or null in an update, the value stays what it is. */
  readonly kept?: boolean;
  /** Never there: it carries the type. */
  readonly value?: T;
}

interface ColumnRules {
  readonly default?: string | number | boolean;
  readonly kept?: boolean;
}

export function textColumn(name: string, rules: ColumnRules = {}): Column<string> {
  return { name, type: 'text', ...rules };
}

export function idColumn(name: string, rules: ColumnRules = {}): Column<string> {
  return { name, type: 'uuid', ...rules };
}

export function booleanColumn(name: string, rules: ColumnRules = {}): Column<boolean> {
  return { name, type: 'boolean', ...rules };
}

export function jsonColumn<T extends object>(name: string): Column<T> {
  return { name, type: 'jsonb' };
}

/** A default as SQL. */
export function literal(value: string | number | boolean): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
