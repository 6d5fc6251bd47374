import { auditOfCell, type ChangeContext } from '@rapport/audit';
import { statement, type Database } from '@rapport/database';
import { AppError, type CallContext, type TenantRef } from '@rapport/kernel';
import { changeMany } from '@rapport/records';
import { marketingEmails } from '@rapport/crm-records';
import { underStamp } from './stamped.ts';

/** The addresses that may stand in From of a tenant's mails. Case does not make two of them. */
export class SenderService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(context: CallContext, tenant: TenantRef): Promise<{ readonly address: string }[]> {
    return this.#database.tenant(tenant).query<{ address: string }>(context, findSenders);
  }

  /** An address that is a sender already stays it. */
  async add(context: ChangeContext, tenant: TenantRef, address: string): Promise<void> {
    await underStamp(context, this.#database, tenant, async (sql) => {
      const added = await sql.query(context, insertSender, [address]);
      if (added.length > 0) {
        await this.#note(context, tenant, 'sender.added', address);
      }
    });
  }

  /** The mails that are being sent from the address pause in the same transaction. */
  async remove(context: ChangeContext, tenant: TenantRef, address: string): Promise<void> {
    await underStamp(context, this.#database, tenant, async (sql) => {
      const removed = await sql.query(context, deleteSender, [address]);
      if (removed.length === 0) {
        throw new AppError('not_found', `The tenant has no sender ${address}.`);
      }
      await sql.change(context, pauseMails, [address]);
      await this.#note(context, tenant, 'sender.removed', address);
    });
  }

  #note(context: ChangeContext, { id }: TenantRef, event: string, address: string): Promise<void> {
    return auditOfCell(context, this.#database.control, id, event, address);
  }
}

const findSenders = statement(
  'marketing_sender_list',
  'select address from tenant.marketing_sender order by lower(address)',
);

/** One row where the address was no sender yet. */
const insertSender = statement(
  'marketing_sender_insert',
  'insert into tenant.marketing_sender (address) values ($1) on conflict (lower(address)) do nothing returning address',
);

/** One row where the address was a sender. */
const deleteSender = statement(
  'marketing_sender_delete',
  'delete from tenant.marketing_sender where lower(address) = lower($1) returning address',
);

/** $1 of its own is the address. */
const pauseMails = changeMany(
  marketingEmails,
  {
    name: 'marketing_emails_pause',
    where: (own) => `record.status = 'sending' and lower(record.from_address) = lower(${own(1)}::text)`,
  },
  () => ({ status: `'paused'` }),
);
