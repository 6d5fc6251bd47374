import type { Database } from '@rapport/database';
import type { CallContext, TenantRef } from '@rapport/kernel';
import type { TokenAuditEntry, TokenAuditStore } from './token-audit-store.ts';

/** What the log has to know of API clients; the service binds the part that knows it. */
export abstract class ClientRegister {
  /** Throws 404 where the tenant has no client with this id. */
  abstract require(context: CallContext, tenant: TenantRef, clientId: string): Promise<unknown>;
}

/** The audit of tokens, for operators. */
export class TokenAuditLog {
  readonly #database: Database;
  readonly #store: TokenAuditStore;
  readonly #clients: ClientRegister;

  constructor(database: Database, store: TokenAuditStore, clients: ClientRegister) {
    this.#database = database;
    this.#store = store;
    this.#clients = clients;
  }

  /** The newest entries of a client. Guesses at ids that were never given out belong to no client and are in none of them. */
  async newest(context: CallContext, tenant: TenantRef, clientId: string, limit: number): Promise<TokenAuditEntry[]> {
    await this.#clients.require(context, tenant, clientId);
    return this.#store.newest(context, this.#database.control, clientId, limit);
  }
}
