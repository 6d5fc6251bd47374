import { auditOfCell, type ChangeContext } from '@rapport/audit';
import { statement, utcText, type Database } from '@rapport/database';
import { addressKey, AppError, type CallContext, type TenantRef } from '@rapport/kernel';

export interface SuppressedAddress {
  readonly address: string;
  /** Whether its owner unsubscribed, or a mail server refused it for good. */
  readonly reason: string;
  readonly addedOnUtc: string;
}

export interface SuppressionPage {
  /** This address alone, if it is there. */
  readonly address?: string | undefined;
  /** The last address of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** The addresses that get no mail of a tenant any more. Their keys are compared. */
export class SuppressionList {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(context: CallContext, tenant: TenantRef, page: SuppressionPage): Promise<SuppressedAddress[]> {
    const { address, after = '', limit } = page;
    const sql = this.#database.tenant(tenant);
    return address === undefined
      ? sql.query<SuppressedAddress>(context, findPage, [addressKey(after), limit])
      : sql.query<SuppressedAddress>(context, findAddress, [addressKey(address)]);
  }

  /** The address gets mails again where its contacts want them. */
  async remove(context: ChangeContext, tenant: TenantRef, address: string): Promise<void> {
    await this.#database.tenant(tenant).transaction(context, async (sql) => {
      const removed = await sql.query(context, deleteAddress, [addressKey(address)]);
      if (removed.length === 0) {
        throw new AppError('not_found', `The address ${address} is not on the tenant's suppression list.`);
      }
      await auditOfCell(context, this.#database.control, tenant.id, 'suppression.removed', address);
    });
  }
}

const columns = `address, reason, ${utcText('added_on')} as "addedOnUtc"`;

/** $1 the key of the last address of the page before, or an empty text $2 at most */
const findPage = statement(
  'suppression_page',
  `select ${columns} from tenant.marketing_suppression where address_key > $1 order by address_key limit $2`,
);

const findAddress = statement(
  'suppression_find',
  `select ${columns} from tenant.marketing_suppression where address_key = $1`,
);

/** One row where the address was there. */
const deleteAddress = statement(
  'suppression_delete',
  'delete from tenant.marketing_suppression where address_key = $1 returning address',
);
