import type { PrincipalState, PrincipalStore } from '@rapport/admission';
import type { ClientSecretStore } from '@rapport/api-clients';
import type { Database } from '@rapport/database';
import { LeastRecentlyUsed, type CallContext } from '@rapport/kernel';

export interface StoredSecret {
  readonly id: string;
  readonly digest: Uint8Array;
  readonly pepperKid: string;
  /** By this process's monotonic clock. */
  readonly endsAtMs: number;
}

export interface KnownClient {
  readonly state: PrincipalState;
  /** The secrets that lived when they were read, then the last ones that had ended. */
  readonly secrets: readonly StoredSecret[];
  readonly readAgainAtMs: number;
}

/** Clients with the digests of their secrets, as last read. Callers compare a client's version with the live one. */
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

  /** The client, unless it must be read again. */
  remembered(clientId: string): KnownClient | undefined {
    const known = this.#known.get(clientId);
    return known && performance.now() < known.readAgainAtMs ? known : undefined;
  }

  /** Reads the secrets after the state, so that they are never older than its version. */
  async reload(context: CallContext, clientId: string): Promise<KnownClient | undefined> {
    const state = await this.#principals.find(context, clientId);
    if (!state) {
      this.#known.delete(clientId);
      return undefined;
    }
    const askedAtMs = performance.now();
    const rows = await this.#secrets.digests(context, this.#database.control, state.client.id);
    const secrets = rows.map(({ endsInMs, digest, ...secret }) => ({
      ...secret,
      digest: withOwnMemory(digest),
      endsAtMs: endsInMs === null ? Infinity : askedAtMs + endsInMs,
    }));
    const isEnding = secrets.some(({ endsAtMs }) => endsAtMs !== Infinity && endsAtMs > askedAtMs);
    const known = { state, secrets, readAgainAtMs: isEnding ? askedAtMs + endKnownMs : Infinity };
    this.#known.set(clientId, known);
    return known;
  }
}

/** A small Buffer is a piece of a pool of 64 kB, and the pool stays as long as one of its pieces does. */
function withOwnMemory(bytes: Buffer): Uint8Array {
  return new Uint8Array(bytes);
}

/** A coming end is read again after this long, because clocks drift apart. */
const endKnownMs = 600_000;
