import type { Sql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import type { Mail } from './mail.ts';
import type { MailStore } from './mail-store.ts';

/** Takes mails. The row of a mail is written by the transaction of the change that sends it, so neither is without the other. */
export class Postbox {
  readonly #store: MailStore;

  constructor(store: MailStore) {
    this.#store = store;
  }

  /** A mail of a tenant takes turns with those of other tenants. One of none is for a person who waits for it, and goes before them. */
  async post(context: CallContext, sql: Sql, mail: Mail, tenantId?: string): Promise<void> {
    await this.#store.insert(context, sql, { id: newId(), ...mail }, tenantId);
  }
}
