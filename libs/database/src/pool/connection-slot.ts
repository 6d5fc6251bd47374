import type { Connection } from '../wire/connection.ts';

/** What a connection is wanted for: one tenant reads with half of them at most, and what writes has a queue of its own. */
export type Purpose = 'reading' | 'anything';

/** The place of one connection, which may have none yet, or none any more. */
export interface Slot {
  connection: Connection | null;
  /** When the connection is not to be used again. */
  oldAt: number;
  /** The tenant that it was given to. */
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
