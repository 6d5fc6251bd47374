import { AppError } from '@rapport/kernel';
import { keyAlgorithms, type KeyAlgorithm } from '@rapport/kinds';
import { canSign, ending, publicationLeadMs, stateOfKey, type KeyLife } from './key-life.ts';

export interface PlannedKey extends KeyLife {
  /** Null while the key is planned and not made. */
  readonly kid: string | null;
  readonly algorithm: KeyAlgorithm;
}

type Keys = readonly PlannedKey[];

/** The keys after all that is due now: a rotation, and keys that are missing. The same keys if nothing is due. */
export function maintained(keys: Keys, atMs: number, periodMs: number): Keys {
  const complete = completed(keys, atMs);
  const signer = lastSigner(complete, atMs);
  return signer && signer.signFromMs + periodMs <= atMs ? rotated(complete, atMs) : complete;
}

/**
 * Another key signs as soon as every process that verifies tokens can know it: the spare if it has the algorithm, else
 * a key that is made now. While a change of keys is ahead, no other change is added.
 */
export function rotated(keys: Keys, atMs: number, wanted?: KeyAlgorithm): Keys {
  const complete = completed(keys, atMs, wanted);
  const signer = lastSigner(complete, atMs);
  if (!signer || signer.kid === null) {
    return complete;
  }
  const algorithm = wanted ?? signer.algorithm;
  if (stateOfKey(signer, atMs) === 'next') {
    return requireAlgorithm(signer, algorithm, complete);
  }
  const spare = spareOf(complete, algorithm, atMs);
  const next = spare ?? newSpare(algorithm, atMs);
  const fromMs = earliestSigning(next, signer, atMs);
  const others = complete.filter((key) => key !== signer && key !== spare);
  return withSpare([...others, { ...signer, ...ending(fromMs) }, { ...next, signFromMs: fromMs }], atMs);
}

/** The key is gone at once. Where it signed, the spare signs; where it was about to sign, the key before it goes on. */
export function revoked(keys: Keys, kid: string, atMs: number): Keys {
  return completed(
    keys.map((key) => (key.kid === kid ? ended(key, atMs) : key)),
    atMs,
  );
}

/** The key that signs after every change that is ahead. */
export function lastSigner<K extends PlannedKey>(keys: readonly K[], atMs: number): K | undefined {
  return keys
    .filter((key) => canSign(key, atMs) && key.signFromMs !== Infinity)
    .toSorted(bySigning)
    .at(-1);
}

/** The key that signs now. */
export function currentSigner<K extends PlannedKey>(keys: readonly K[], atMs: number): K | undefined {
  return keys
    .filter((key) => stateOfKey(key, atMs) === 'signing')
    .toSorted(bySigning)
    .at(-1);
}

/** The keys with the missing ones added: one that signs now, one that signs without an end, and a spare. */
function completed(keys: Keys, atMs: number, algorithm?: KeyAlgorithm): Keys {
  return withSpare(withLastSigner(withSigner(keys, atMs, algorithm), atMs), atMs);
}

function withSigner(keys: Keys, atMs: number, algorithm?: KeyAlgorithm): Keys {
  if (currentSigner(keys, atMs)) {
    return keys;
  }
  const [heir = newSpare(algorithm ?? keys[0]?.algorithm ?? keyAlgorithms[0], atMs)] = keys
    .filter((key) => canSign(key, atMs))
    .toSorted(byPublication);
  const others = keys.filter((key) => key !== heir);
  const untilMs = lastSigner(others, atMs)?.signFromMs ?? Infinity;
  return [...others, { ...heir, signFromMs: atMs, ...ending(untilMs) }];
}

function withLastSigner(keys: Keys, atMs: number): Keys {
  const last = lastSigner(keys, atMs);
  return last && last.signUntilMs !== Infinity
    ? keys.map((key) => (key === last ? { ...key, ...ending(Infinity) } : key))
    : keys;
}

/** The spare has the algorithm of the key that signs last; a spare of another algorithm goes when that key begins. */
function withSpare(keys: Keys, atMs: number): Keys {
  const last = lastSigner(keys, atMs);
  if (!last) {
    return keys;
  }
  const kept = spareOf(keys, last.algorithm, atMs);
  const goneAtMs = Math.max(atMs, last.signFromMs);
  const isSuperfluous = (key: PlannedKey): boolean =>
    key !== kept && stateOfKey(key, atMs) === 'spare' && key.goneAtMs === Infinity;
  const rest = keys.some(isSuperfluous) ? keys.map((key) => (isSuperfluous(key) ? { ...key, goneAtMs } : key)) : keys;
  return kept ? rest : [...rest, newSpare(last.algorithm, atMs)];
}

/** The spare that was published first, which stays. */
function spareOf(keys: Keys, algorithm: KeyAlgorithm, atMs: number): PlannedKey | undefined {
  return keys
    .filter((key) => key.algorithm === algorithm && key.goneAtMs === Infinity && stateOfKey(key, atMs) === 'spare')
    .toSorted(byPublication)[0];
}

/** A process that knows the key that signs knows every key published by that time. A later key needs its time. */
function earliestSigning(next: PlannedKey, signer: PlannedKey, atMs: number): number {
  return next.publishAtMs <= signer.publishAtMs ? atMs : Math.max(atMs, next.publishAtMs + publicationLeadMs);
}

function requireAlgorithm(next: PlannedKey, algorithm: KeyAlgorithm, keys: Keys): Keys {
  if (next.algorithm !== algorithm) {
    const from = new Date(next.signFromMs).toISOString();
    throw new AppError(
      'concurrency_conflict',
      `The key ${String(next.kid)} (${next.algorithm}) begins to sign at ${from}; rotate to ${algorithm} after that, or revoke it.`,
    );
  }
  return keys;
}

function ended(key: PlannedKey, atMs: number): PlannedKey {
  return { ...key, signUntilMs: Math.max(key.signFromMs, Math.min(key.signUntilMs, atMs)), goneAtMs: atMs };
}

function newSpare(algorithm: KeyAlgorithm, atMs: number): PlannedKey {
  const endless = { signFromMs: Infinity, signUntilMs: Infinity, goneAtMs: Infinity };
  return { kid: null, algorithm, publishAtMs: atMs, ...endless };
}

function bySigning(one: KeyLife, other: KeyLife): number {
  return one.signFromMs - other.signFromMs;
}

/** The key that has been published for longest comes first, and of several such keys the one that signs first. */
function byPublication(one: KeyLife, other: KeyLife): number {
  return one.publishAtMs - other.publishAtMs || Math.sign(one.signFromMs - other.signFromMs) || 0;
}
