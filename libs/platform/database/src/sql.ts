import type { CallContext, TenantRef } from '@rapport/kernel';
import type { Sent } from './statements/statement.ts';

/**
 * A row whose values are what PostgreSQL wrote, in the order of the statement's columns, with a character for each
 * byte: what is not ASCII is text only after `textOf`. Pages are put together and sent in this form.
 */
export type RawRow = (string | null)[];

/** The target of statements: a database, a tenant of a cell, or a transaction in one of them. */
export interface Sql {
  /** Rows as objects. Times, dates and numeric values stay text; bigint is a number where a number holds it exactly. */
  query<R extends object>(context: CallContext, sent: Sent): Promise<R[]>;
  /** Rows as PostgreSQL wrote them, neither parsed nor decoded. */
  rows(context: CallContext, sent: Sent): Promise<RawRow[]>;
}

export interface SqlDatabase extends Sql {
  /**
   * Everything that `work` sends is done together or not at all. A failure after the commit was sent leaves that open,
   * and its error says so.
   */
  transaction<T>(context: CallContext, work: (sql: Sql) => Promise<T>): Promise<T>;
}

/** A statement that is rendered for a tenant of the cell. */
export interface TenantCall extends Sent {
  readonly tenantNumber: number;
}

/** The most statements that may be sent at once. Each may have to be prepared, and a connection must keep them all. */
export const togetherMax = 50;

/** A transaction of a tenant. */
export interface TransactionSql extends Sql {
  /** Statements, `togetherMax` at most, that are sent at once. Their raw rows come in the same order. */
  together(context: CallContext, sent: readonly Sent[]): Promise<RawRow[][]>;
}

export interface CellSql extends SqlDatabase {
  /** The bytes of the one value of each row, neither decoded nor copied. */
  bytes(context: CallContext, sent: Sent): Promise<Buffer[]>;
  /**
   * Statements for some tenants of the cell, `togetherMax` at most, sent at once and done together or not at all. Their
   * raw rows come in the same order.
   */
  together(context: CallContext, calls: readonly TenantCall[]): Promise<RawRow[][]>;
  /** For what cannot be prepared: a text of several statements without parameters, which are one transaction. */
  script(context: CallContext, name: string, text: string): Promise<void>;
}

/** A tenant whose schema can be found: by its number in its cell. */
export type LocatedTenant = Pick<TenantRef, 'number' | 'cell'>;

/** One tenant's schema. Statements are rendered for it; its writes go through its bounded queue. */
export interface TenantSql extends SqlDatabase {
  readonly tenant: LocatedTenant;
  /** The raw row with a key. It may share its round trip, so the statement must find one row at most, by its key. */
  row(context: CallContext, sent: Sent): Promise<RawRow | undefined>;
  /** One statement that writes, which is its own transaction. */
  write<R extends object>(context: CallContext, sent: Sent): Promise<R[]>;
  writeRows(context: CallContext, sent: Sent): Promise<RawRow[]>;
  transaction<T>(context: CallContext, work: (sql: TransactionSql) => Promise<T>): Promise<T>;
  /** A turn among the tenant's writes, for statements that are repeated until they are done. */
  turn(context: CallContext): Promise<WriteTurn>;
}

/** A tenant's turn to write. Each statement in it is its own transaction. Its holder ends it. */
export interface WriteTurn extends Sql {
  end(): void;
}
