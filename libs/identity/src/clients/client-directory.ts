import { statement, type Database } from '@rapport/database';
import { LeastRecentlyUsed, type CallContext } from '@rapport/kernel';
import type { PrincipalState } from '../admission/principal-state.ts';
import type { PrincipalStore } from '../admission/principal-store.ts';

export interface StoredSecret {
  readonly digest: Buffer;
  readonly pepperKid: string;
  readonly expiresAtMs: number | null;
}

export interface KnownClient {
  readonly state: PrincipalState;
  readonly secrets: readonly StoredSecret[];
}

/** Clients with their secrets' digests, as they were last read. Whoever uses one compares its version with the live one. */
export class ClientDirectory {
  readonly #database: Database;
  readonly #principals: PrincipalStore;
  readonly #known = new LeastRecentlyUsed<string, KnownClient>(20_000);

  constructor(database: Database, principals: PrincipalStore) {
    this.#database = database;
    this.#principals = principals;
  }

  async find(context: CallContext, clientId: string): Promise<KnownClient | undefined> {
    return this.#known.get(clientId) ?? this.reload(context, clientId);
  }

  /** The secrets are read after the state, so they are never older than its version. */
  async reload(context: CallContext, clientId: string): Promise<KnownClient | undefined> {
    const state = await this.#principals.find(context, clientId);
    if (!state) {
      this.#known.delete(clientId);
      return undefined;
    }
    const rows = await this.#database.control.query<SecretRow>(context, listSecrets, [state.client.id]);
    const secrets = rows.map((row) => ({
      ...row,
      expiresAtMs: row.expiresAtMs === null ? null : Number(row.expiresAtMs),
    }));
    const known = { state, secrets };
    this.#known.set(clientId, known);
    return known;
  }
}

interface SecretRow {
  digest: Buffer;
  pepperKid: string;
  expiresAtMs: string | number | null;
}

const listSecrets = statement(
  'client_secret_list',
  `select digest, pepper_kid as "pepperKid", floor(extract(epoch from expires_on) * 1000)::bigint as "expiresAtMs"
from control.api_client_secret where api_client_id = $1 and (expires_on is null or expires_on > clock_timestamp())`,
);
