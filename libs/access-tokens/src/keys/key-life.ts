import { accessTokenLifetimeSeconds } from '../access-token.ts';

/** The four times of a key on PostgreSQL's clock, in milliseconds; what has no end yet is at infinity. */
export interface KeyLife {
  readonly publishAtMs: number;
  readonly signFromMs: number;
  readonly signUntilMs: number;
  readonly goneAtMs: number;
}

export const keyStates = ['unpublished', 'spare', 'next', 'signing', 'retired', 'gone'] as const;

/** A spare signs when it is called upon, the next one from a time that is known; a retired one only verifies. */
export type KeyState = (typeof keyStates)[number];

/** What a key is at a time. Nothing is kept of it but the four times. */
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

/** Whether whoever verifies tokens must know the key. */
export function isPublished(life: KeyLife, atMs: number): boolean {
  const state = stateOfKey(life, atMs);
  return state !== 'unpublished' && state !== 'gone';
}

/** Whether the key signs or may be called upon to sign. */
export function canSign(life: KeyLife, atMs: number): boolean {
  return isPublished(life, atMs) && stateOfKey(life, atMs) !== 'retired';
}

/** A key that signs until then is published until its last token has expired, and for a while longer. */
export function ending(signUntilMs: number): Pick<KeyLife, 'signUntilMs' | 'goneAtMs'> {
  return { signUntilMs, goneAtMs: signUntilMs + accessTokenLifetimeSeconds * 1_000 + afterlifeMs };
}

/** How long a key is published before it signs: key sets are cached for five minutes by what we say, and for ten by custom. */
export const publicationLeadMs = 10 * 60_000;
/** Covers clocks that are apart, and replicas that take a moment to change over. */
const afterlifeMs = 10 * 60_000;
