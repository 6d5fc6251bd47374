import type { CallContext } from '@rapport/kernel';
import { BoundSql } from '../bound-sql.ts';
import type { DatabaseSender } from '../database-sender.ts';
import type { ConnectionSource } from '../pool/connection-source.ts';
import type { RawRow, Sql } from '../sql.ts';
import { composed, type Sent } from '../statements/statement.ts';
import { renderForTenant } from '../tenant/tenant-text.ts';
import { Connection, type ConnectionOptions } from '../wire/connection.ts';

/** The moment of a database that is read, and by which bounds. */
export interface SnapshotOptions {
  /** For texts that name a tenant's schema. */
  readonly tenantNumber: number;
  /** The tables that are locked before the moment is fixed: a change of one that comes behind it has to wait. */
  readonly tables?: readonly string[];
  /** The owner of the tables reads, where the service may not read each of them. */
  readonly asOwner?: true;
  /** PostgreSQL ends the transaction after this time. */
  readonly lifeMs: number;
}

/** Opens a connection that is no pool's, and makes the sender of it. */
export interface SnapshotSource {
  readonly connection: ConnectionOptions;
  /** Makes a sender whose statements may each take so long. */
  readonly senderOn: (source: ConnectionSource, statementMs: number) => DatabaseSender;
}

/**
 * One moment of a database, for a reader that takes minutes: a transaction on a connection of its own, which changes
 * nothing. The times of its role do not hold in it.
 */
export async function readSnapshot<T>(
  context: CallContext,
  { connection: address, senderOn }: SnapshotSource,
  { tenantNumber, tables = [], asOwner, lifeMs }: SnapshotOptions,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const begin = [
    'begin isolation level repeatable read, read only',
    `set local statement_timeout = ${statementMs}`,
    `set local idle_in_transaction_session_timeout = ${idleMs}`,
    `set local transaction_timeout = ${Math.max(Math.round(lifeMs), 1)}`,
    `set local lock_timeout = ${lockMs}`,
    ...(asOwner ? ['set local role rapport_owner'] : []),
    ...(tables.length > 0 ? [`lock table ${tables.join(', ')} in access share mode`] : []),
  ].join('; ');
  const opening = Connection.open(address, () => undefined);
  const sender = senderOn({ use: async (_tenant, _purpose, within) => within(await opening) }, statementMs);
  try {
    return await sender.transact(
      context,
      { tenant: null, turn: null },
      (within) => work(new BoundSql(within, tenantNumber)),
      renderForTenant(begin, tenantNumber),
    );
  } finally {
    await opening.then((connection) => connection.close()).catch(() => undefined);
  }
}

/**
 * The rows of a statement within a snapshot, some at a time: the server keeps its place in them. A snapshot has one such
 * reading under way at a time.
 */
export async function* rowsIn(context: CallContext, snapshot: Sql, sent: Sent): AsyncGenerator<RawRow[]> {
  const text = `declare reading no scroll cursor for ${sent.statement.text}`;
  await snapshot.rows(context, { ...sent, statement: { ...sent.statement, text, isComposed: true } });
  for (let rows = await fetch(); rows.length > 0; rows = await fetch()) {
    yield rows;
  }
  await snapshot.rows(context, composed('snapshot_close', 'close reading', {}));

  function fetch(): Promise<RawRow[]> {
    return snapshot.rows(context, composed('snapshot_fetch', `fetch ${rowsMax} from reading`, {}));
  }
}

/** So few that long records of this number take little memory. */
const rowsMax = 200;
/** A step of a reading takes milliseconds, or as long as a sort of all its rows. */
const statementMs = 60_000;
/** After this time without a statement the server ends the transaction: a frozen process keeps no table. */
const idleMs = 20_000;
/** Shorter than the time after which PostgreSQL looks for a deadlock, so that it ends the reader and not what changes a table. */
const lockMs = 500;
