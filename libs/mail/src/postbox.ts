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

  async post(context: CallContext, sql: Sql, mail: Mail): Promise<void> {
    await this.#store.insert(context, sql, { id: newId(), ...mail });
  }
}
