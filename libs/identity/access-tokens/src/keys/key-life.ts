import type { KeyState } from '@rapport/kinds';
import { accessTokenLifetimeSeconds } from '../access-token.ts';

/** The four times of a key on PostgreSQL's clock, in milliseconds. An end that is not known yet is at infinity. */
export interface KeyLife {
  readonly publishAtMs: number;
  readonly signFromMs: number;
  readonly signUntilMs: number;
  readonly goneAtMs: number;
}

/** The state of a key at a time. It follows from the four times alone, which are all that control keeps. */
export function stateOfKey({ publishAtMs, signFromMs, signUntilMs, goneAtMs }: KeyLife, atMs: number): KeyState {
  if (goneAtMs <= atMs) {
    return 'gone';
  }
  if (atMs < publishAtMs) {
    return 'unpublished';
  }
  if (signUntilMs <= atMs) {
    return 'retired';
  }
  if (signFromMs <= atMs) {
    return 'signing';
  }
  return signFromMs === Infinity ? 'spare' : 'next';
}

/** Whether every process that verifies tokens must know the key. */
export function isPublished(life: KeyLife, atMs: number): boolean {
  const state = stateOfKey(life, atMs);
  return state !== 'unpublished' && state !== 'gone';
}

/** Whether the key signs or may be called upon to sign. */
export function canSign(life: KeyLife, atMs: number): boolean {
  return isPublished(life, atMs) && stateOfKey(life, atMs) !== 'retired';
}

/** The end of a key: it is published until the last token that it signed has expired, and for a while longer. */
export function ending(signUntilMs: number): Pick<KeyLife, 'signUntilMs' | 'goneAtMs'> {
  return { signUntilMs, goneAtMs: signUntilMs + accessTokenLifetimeSeconds * 1_000 + afterlifeMs };
}

/** A key is published so long before it signs. Clients cache key sets for five minutes by our header, some for ten. */
export const publicationLeadMs = 10 * 60_000;
/** It covers clocks that differ, and replicas that take a moment to change over. */
const afterlifeMs = 10 * 60_000;
