import type { PrincipalState, PrincipalStore } from '@rapport/admission';
import type { ClientSecretStore } from '@rapport/api-clients';
import type { Database } from '@rapport/database';
import { LeastRecentlyUsed, type CallContext } from '@rapport/kernel';

export interface StoredSecret {
  readonly id: string;
  readonly digest: Uint8Array;
  readonly pepperKid: string;
  /** By this process's monotonic clock. */
  readonly endsAt: number;
}

export interface KnownClient {
  readonly state: PrincipalState;
  /** Those that lived when they were read, then the last ones that had ended. */
  readonly secrets: readonly StoredSecret[];
  readonly readAgainAt: number;
}

/** Clients with their secrets' digests, as they were last read. Whoever uses one compares its version with the live one. */
export class ClientDirectory {
  readonly #database: Database;
  readonly #principals: PrincipalStore;
  readonly #secrets: ClientSecretStore;
  readonly #known = new LeastRecentlyUsed<string, KnownClient>(20_000);

  constructor(database: Database, principals: PrincipalStore, secrets: ClientSecretStore) {
    this.#database = database;
    this.#principals = principals;
    this.#secrets = secrets;
  }

  /** What need not be read again yet. */
  remembered(clientId: string): KnownClient | undefined {
    const known = this.#known.get(clientId);
    return known && performance.now() < known.readAgainAt ? known : undefined;
  }

  /** The secrets are read after the state, so they are never older than its version. */
  async reload(context: CallContext, clientId: string): Promise<KnownClient | undefined> {
    const state = await this.#principals.find(context, clientId);
    if (!state) {
      this.#known.delete(clientId);
      return undefined;
    }
    const askedAt = performance.now();
    const rows = await this.#secrets.digests(context, this.#database.control, state.client.id);
    const secrets = rows.map(({ endsInMs, digest, ...secret }) => ({
      ...secret,
      digest: withOwnMemory(digest),
      endsAt: endsInMs === null ? Infinity : askedAt + endsInMs,
    }));
    const isEnding = secrets.some(({ endsAt }) => endsAt !== Infinity && endsAt > askedAt);
    const known = { state, secrets, readAgainAt: isEnding ? askedAt + endKnownMs : Infinity };
    this.#known.set(clientId, known);
    return known;
  }
}

/** A small Buffer is a piece of a pool of 64 kB, which stays for as long as one piece of it is remembered. */
function withOwnMemory(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes);
}

/** How long an end that is to come is believed, because clocks drift apart. */
const endKnownMs = 600_000;
