import type { Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { CellWorkKind } from '@rapport/kinds';

export interface CellWorkItem {
  readonly id: string;
  readonly tenantId: string;
  readonly kind: CellWorkKind;
  readonly principalId: string;
}

/** Work that this process holds. No other process is at it until the hold ends. */
export interface HeldWork extends CellWorkItem {
  readonly heldBy: string;
  /** The step that comes next; null for the first. */
  readonly step: string | null;
  /** The failures of that step. */
  readonly attempts: number;
}

/** Brings a cell up to date with control. It may run again after a crash. `stillAtIt` throws where the hold was lost, and where the process stops. */
export type CellWorker = (context: CallContext, item: CellWorkItem, stillAtIt: () => Promise<void>) => Promise<void>;

/** Work of a kind: its steps in their order, each noted when it is done, so that a crash is resumed at its step. */
export interface CellWorkSteps {
  readonly steps: Readonly<Record<string, CellWorker>>;
  /** The least time from the step before to these, in which no process holds the work. */
  readonly laterMs?: Readonly<Record<string, number>>;
  /** Notes, in the transaction that puts the work to rest, that a step failed too often. Without it work never rests. */
  readonly onRest?: (context: CallContext, sql: Sql, item: CellWorkItem) => Promise<void>;
}
