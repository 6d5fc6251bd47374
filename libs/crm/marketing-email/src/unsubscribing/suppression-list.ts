import { auditOfCell, type ChangeContext } from '@rapport/audit';
import { statement, utcText, type Database, type Sql } from '@rapport/database';
import { addressKey, AppError, validationFailed, type CallContext, type TenantRef } from '@rapport/kernel';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

export interface SuppressedAddress {
  readonly address: string;
  /** Its owner unsubscribed, a mail server refused it for good, or the cause that an operator named. */
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

export interface AddedAddress {
  readonly address?: string | undefined;
  /** That of the link in a mail, in place of the address to which the mail went. */
  readonly token?: string | undefined;
  readonly cause: string;
}

/** The addresses that get no mail of a tenant any more. Their keys are compared. */
export class SuppressionList {
  readonly #database: Database;
  readonly #links: Pick<UnsubscribeLinks, 'read'>;

  constructor(database: Database, links: Pick<UnsubscribeLinks, 'read'>) {
    this.#database = database;
    this.#links = links;
  }

  async list(context: CallContext, tenant: TenantRef, page: SuppressionPage): Promise<SuppressedAddress[]> {
    const { address, after = '', limit } = page;
    const sql = this.#database.tenant(tenant);
    return address === undefined
      ? sql.query<SuppressedAddress>(context, findPage.with({ after: addressKey(after), limit }))
      : sql.query<SuppressedAddress>(context, findAddress.with({ addressKey: addressKey(address) }));
  }

  /** An address that is there already keeps its reason and its time. */
  async add(context: ChangeContext, tenant: TenantRef, { address, token = '', cause }: AddedAddress): Promise<void> {
    await this.#database.tenant(tenant).transaction(context, async (sql) => {
      const taken = address ?? (await this.#addressOf(context, sql, tenant, token));
      const added = await sql.query(
        context,
        suppress.with({ address: taken, addressKey: addressKey(taken), reason: cause }),
      );
      if (added.length > 0) {
        await auditOfCell(context, this.#database.control, tenant.id, 'suppression.added', taken);
      }
    });
  }

  async #addressOf(context: CallContext, sql: Sql, { number }: TenantRef, token: string): Promise<string> {
    const linked = this.#links.read(token);
    const [recipient] =
      linked?.tenantNumber === number
        ? await sql.query<{ address: string }>(context, findRecipientAddress.with(linked))
        : [];
    if (!recipient) {
      throw validationFailed({ token: ['No mail of the tenant has this token; send it as it stands in the link.'] });
    }
    return recipient.address;
  }

  /** The address gets mails again where its contacts want them. */
  async remove(context: ChangeContext, tenant: TenantRef, address: string): Promise<void> {
    await this.#database.tenant(tenant).transaction(context, async (sql) => {
      const removed = await sql.query(context, deleteAddress.with({ addressKey: addressKey(address) }));
      if (removed.length === 0) {
        throw new AppError('not_found', `The address ${address} is not on the tenant's suppression list.`);
      }
      await auditOfCell(context, this.#database.control, tenant.id, 'suppression.removed', address);
    });
  }
}

/** One row where the address was not there yet; else it keeps its reason and its time. */
export const suppress = statement(
  'suppression_insert',
  `insert into tenant.marketing_suppression (address, address_key, reason) values (:address, :addressKey, :reason)
   on conflict (address_key) do nothing returning address`,
);

const findRecipientAddress = statement(
  'suppression_recipient',
  'select address from tenant.marketing_recipient where mail_id = :mailId::uuid and number = :number',
);

const columns = `address, reason, ${utcText('added_on')} as "addedOnUtc"`;

/** The list, as an export has it. */
export const suppressionRows = {
  item: columns,
  from: 'tenant.marketing_suppression',
  order: 'added_on, address_key',
} as const;

const findPage = statement(
  'suppression_page',
  `select ${columns} from tenant.marketing_suppression where address_key > :after order by address_key limit :limit`,
);

const findAddress = statement(
  'suppression_find',
  `select ${columns} from tenant.marketing_suppression where address_key = :addressKey`,
);

/** One row where the address was there. */
const deleteAddress = statement(
  'suppression_delete',
  'delete from tenant.marketing_suppression where address_key = :addressKey returning address',
);
