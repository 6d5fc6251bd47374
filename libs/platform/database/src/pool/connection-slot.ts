import type { Connection } from '../wire/connection.ts';

/** The use of a connection. A tenant reads with half of the connections at most; its writes have their own queue. */
export type Purpose = 'reading' | 'anything';

/** The place of one connection. It may have none yet, or none any more. */
export interface Slot {
  connection: Connection | null;
  /** From then on the connection is not used again. */
  oldAt: number;
  /** The tenant whose statement uses it. */
  tenant: number | null;
  purpose: Purpose;
  isUsed: boolean;
  usedSince: number;
}

export function emptySlot(): Slot {
  return { connection: null, oldAt: Infinity, tenant: null, purpose: 'anything', isUsed: false, usedSince: 0 };
}

export function isIdle({ isUsed, connection }: Slot): boolean {
  return !isUsed && connection !== null;
}

export function isEmpty({ isUsed, connection }: Slot): boolean {
  return !isUsed && connection === null;
}

export function isOld({ oldAt }: Slot): boolean {
  return performance.now() > oldAt;
}
