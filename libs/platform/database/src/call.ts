import type { CallContext } from '@rapport/kernel';
import type { RawRow } from './sql.ts';
import type { Sent } from './statements/statement.ts';
import { TenantText, type SentText } from './tenant/tenant-text.ts';
import type { Turn } from './tenant/write-queue.ts';
import type { RowForm } from './wire/row-message.ts';

/** One statement with what it is sent with. */
export interface Call extends Sent {
  readonly sentText: SentText;
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
  { statement, values }: Sent,
  form: RowForm,
  tenant: number | null = null,
  turn: Turn | null = null,
): Call {
  const sentText = tenant === null ? statement : new TenantText(statement, tenant);
  return { statement, sentText, values, form, tenant, turn };
}
