import { keyStates } from '@rapport/kinds';
import type { Metrics } from '@rapport/telemetry';
import { stateOfKey } from './key-life.ts';
import type { KeptKeys } from './key-store.ts';
import { currentSigner, lastSigner } from './key-succession.ts';

/** The keys as they were read, and the time of this process's clock at which they were read. */
interface ReadKeys extends KeptKeys {
  readonly readAtMs: number;
}

/** Measures the signing keys. Between two reads they grow older by the clock of this process. */
export function measureKeys(metrics: Metrics, periodMs: number, read: () => ReadKeys | undefined): void {
  metrics.gauge({
    name: 'signing_keys',
    help: 'Signing keys in each state',
    labelNames: ['state'],
    read: () => keyStates.map((state) => [{ state }, countIn(state, read())] as const),
  });
  metrics.gauge({
    name: 'signing_key_age_seconds',
    help: 'How long the key that signs has been signing',
    read: () => sinceSigning(read(), currentSigner),
  });
  metrics.gauge({
    name: 'signing_key_rotation_overdue_seconds',
    help: 'How long the rotation of the signing keys has been due',
    read: () => Math.max(0, sinceSigning(read(), lastSigner) - periodMs / 1_000),
  });
}

function countIn(state: (typeof keyStates)[number], known: ReadKeys | undefined): number {
  return known?.keys.filter((key) => stateOfKey(key, nowOf(known)) === state).length ?? 0;
}

function sinceSigning(known: ReadKeys | undefined, signerOf: typeof currentSigner): number {
  const signer = known && signerOf(known.keys, nowOf(known));
  return signer ? (nowOf(known) - signer.signFromMs) / 1_000 : 0;
}

function nowOf({ atMs, readAtMs }: ReadKeys): number {
  return atMs + performance.now() - readAtMs;
}
