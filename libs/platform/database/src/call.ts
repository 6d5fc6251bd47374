import type { CallContext } from '@rapport/kernel';
import type { RawRow } from './sql.ts';
import type { Statement } from './statement.ts';
import { TenantText, type SentText } from './tenant/tenant-text.ts';
import type { Turn } from './tenant/write-queue.ts';
import type { RowForm } from './wire/row-message.ts';

/** One statement with what it is sent with. */
export interface Call {
  readonly statement: Statement;
  readonly sentText: SentText;
  readonly values: readonly unknown[];
  readonly form: RowForm;
  /** The tenant whose statement it is; null where it is no tenant's. */
  readonly tenant: number | null;
  /** The turn in which a tenant's write is sent. */
  readonly turn: Turn | null;
  /** A shorter deadline than every statement's. */
  readonly deadlineMs?: number;
}

/** A sender of calls, to a database or into a transaction. */
export interface CallSender {
  run<R>(context: CallContext, call: Call): Promise<R[]>;
}

/** A sender of the calls of a transaction. */
export interface TransactionSender extends CallSender {
  /** Calls that are sent at once. Their raw rows come in the same order. */
  runTogether(context: CallContext, calls: readonly Call[]): Promise<RawRow[][]>;
}

export function callOf(
  statement: Statement,
  values: readonly unknown[],
  form: RowForm,
  tenant: number | null = null,
  turn: Turn | null = null,
): Call {
  const sentText = tenant === null ? statement : new TenantText(statement, tenant);
  return { statement, sentText, values, form, tenant, turn };
}
