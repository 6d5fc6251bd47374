import { auditOfCell, type ChangeContext } from '@rapport/audit';
import { statement, type Database } from '@rapport/database';
import { addressKey, AppError, shownAddress, type CallContext, type TenantRef } from '@rapport/kernel';
import { changeMany } from '@rapport/records';
import { marketingEmails } from '@rapport/crm-records';
import { underStamp } from './stamped.ts';

/** The addresses that may stand in From of a tenant's mails. Their keys are compared. */
export class SenderService {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** As they are shown: domains that look alike differ in what IDNA makes of them. */
  async list(context: CallContext, tenant: TenantRef): Promise<{ readonly address: string }[]> {
    const senders = await this.#database.tenant(tenant).query<{ address: string }>(context, findSenders);
    return senders.map(({ address }) => ({ address: shownAddress(address) }));
  }

  /** An address that is a sender already stays it. */
  async add(context: ChangeContext, tenant: TenantRef, address: string): Promise<void> {
    await underStamp(context, this.#database, tenant, async (sql) => {
      const added = await sql.query(context, insertSender.with({ address, addressKey: addressKey(address) }));
      if (added.length > 0) {
        await this.#note(context, tenant, 'sender.added', address);
      }
    });
  }

  /** The mails that are being sent from the address pause in the same transaction. */
  async remove(context: ChangeContext, tenant: TenantRef, address: string): Promise<void> {
    await underStamp(context, this.#database, tenant, async (sql) => {
      const key = { addressKey: addressKey(address) };
      const removed = await sql.query(context, deleteSender.with(key));
      if (removed.length === 0) {
        throw new AppError('not_found', `The tenant has no sender ${address}.`);
      }
      await sql.change(context, pauseMails, key);
      await this.#note(context, tenant, 'sender.removed', address);
    });
  }

  #note(context: ChangeContext, { id }: TenantRef, event: string, address: string): Promise<void> {
    return auditOfCell(context, this.#database.control, id, event, address);
  }
}

/** The senders, as an export has them. */
export const senderRows = { item: 'address', from: 'tenant.marketing_sender', order: 'address_key' } as const;

const findSenders = statement(
  'marketing_sender_list',
  'select address from tenant.marketing_sender order by address_key',
);

/** One row where the address was no sender yet. */
const insertSender = statement(
  'marketing_sender_insert',
  'insert into tenant.marketing_sender (address, address_key) values (:address, :addressKey) on conflict (address_key) do nothing returning address',
);

/** One row where the address was a sender. */
const deleteSender = statement(
  'marketing_sender_delete',
  'delete from tenant.marketing_sender where address_key = :addressKey returning address',
);

const pauseMails = changeMany(
  marketingEmails,
  {
    name: 'marketing_emails_pause',
    where: `record.status = 'sending' and record.from_address_key = :addressKey::text`,
  },
  { status: `'paused'` },
);
