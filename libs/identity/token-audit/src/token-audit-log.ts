import type { Database } from '@rapport/database';
import type { CallContext, TenantRef } from '@rapport/kernel';
import type { TokenAuditEntry } from '@rapport/kinds';
import type { TokenAuditStore } from './token-audit-store.ts';

/** Knows which API clients a tenant has. The service binds the class that implements it. */
export abstract class ClientRegister {
  /** Throws 404 if the tenant has no client with this id. */
  abstract get(context: CallContext, tenant: TenantRef, clientId: string): Promise<unknown>;
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

  /** The newest entries of a client. Guesses at ids that were never given out belong to no client. */
  async newest(context: CallContext, tenant: TenantRef, clientId: string, limit: number): Promise<TokenAuditEntry[]> {
    await this.#clients.get(context, tenant, clientId);
    return this.#store.newest(context, this.#database.control, clientId, limit);
  }
}
