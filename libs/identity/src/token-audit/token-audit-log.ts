import type { Database } from '@rapport/database';
import type { CallContext, TenantRef } from '@rapport/kernel';
import { requireApiClient } from '../clients/require-api-client.ts';
import { tokenAuditStore, type TokenAuditEntry } from './token-audit-store.ts';

/** The audit of tokens, for operators. */
export class TokenAuditLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The newest entries of a client. Guesses at ids that were never given out belong to no client and are in none of them. */
  async newest(context: CallContext, tenant: TenantRef, clientId: string, limit: number): Promise<TokenAuditEntry[]> {
    const { control } = this.#database;
    await requireApiClient(control, context, tenant, clientId);
    return tokenAuditStore.newest(control, context, clientId, limit);
  }
}
