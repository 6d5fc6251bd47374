import { statement } from '@rapport/database';
import { AppError, callerIn, validationFailed, type RequestContext } from '@rapport/kernel';
import {
  changeMany,
  type IdempotencyKey,
  type RecordInput,
  type RecordStore,
  type RecordTransaction,
  type RecordTransactions,
  type Transacted,
} from '@rapport/records';
import { shippingAddresses } from '@rapport/crm-records';

export type ShippingAddressColumns = typeof shippingAddresses.columns;
export type ShippingAddressInput = RecordInput<ShippingAddressColumns>;

/** An address that was written, with the validator of what it is now. */
export interface Written {
  readonly id: string;
  readonly etag: string;
}

/**
 * Writes shipping addresses, one of which is the default while their customer has any. Each transaction moves the default
 * behind the tenant's lock, so callers at once leave one default.
 */
export class ShippingAddressService {
  readonly #store: RecordStore<ShippingAddressColumns>;
  readonly #transactions: RecordTransactions;

  constructor(store: RecordStore<ShippingAddressColumns>, transactions: RecordTransactions) {
    this.#store = store;
    this.#transactions = transactions;
  }

  get(context: RequestContext, id: string): ReturnType<RecordStore<ShippingAddressColumns>['get']> {
    return this.#store.get(context, id);
  }

  /** The first address of a customer becomes its default. */
  create(context: RequestContext, input: ShippingAddressInput, key?: IdempotencyKey): Promise<Transacted<Written>> {
    return this.#transactions.run(context, { key }, async (transaction) => {
      const standing = await defaultOf(transaction, input.customerId);
      const isDefault = input.isDefault === true || standing === null;
      if (isDefault) {
        await takeDefault(transaction, input.customerId);
      }
      const id = await this.#store.transacted.create(transaction, { ...input, isDefault });
      return { id, etag: firstEtag };
    });
  }

  /** `isDefault` moves the default to the address, and never away from it. */
  async update(context: RequestContext, id: string, input: ShippingAddressInput, ifMatch?: string): Promise<Written> {
    const { result } = await this.#transactions.run(context, {}, async (transaction) => {
      const found = await this.#found(transaction, id);
      if (input.customerId !== found.customerId) {
        throw validationFailed({ customerId: ['An address stays with its customer; create another one there.'] });
      }
      const isDefault = found.isDefault || input.isDefault === true;
      if (isDefault && !found.isDefault) {
        await takeDefault(transaction, found.customerId);
      }
      const { etag } = await this.#store.transacted.update(transaction, id, { ...input, isDefault }, { ifMatch });
      return { id, etag };
    });
    return result;
  }

  /** The address that is the default stays it, and nothing is written. */
  async setDefault(context: RequestContext, id: string): Promise<void> {
    await this.#transactions.run(context, {}, async (transaction) => {
      const found = await this.#found(transaction, id);
      if (!found.isDefault) {
        await takeDefault(transaction, found.customerId);
        await transaction.change(giveDefault, { id });
      }
      return true;
    });
  }

  /** The most recently modified of the other addresses takes the place of a default. */
  async delete(context: RequestContext, id: string, ifMatch?: string): Promise<void> {
    await this.#transactions.run(context, {}, async (transaction) => {
      const found = await this.#found(transaction, id);
      await this.#store.transacted.delete(transaction, id, ifMatch);
      if (found.isDefault) {
        await transaction.change(promote, found);
      }
      return true;
    });
  }

  async #found(transaction: RecordTransaction, id: string) {
    const found = await this.#store.transacted.find(transaction, id);
    if (found === null) {
      throw noAddress(transaction.context);
    }
    return found;
  }
}

function noAddress(context: RequestContext): AppError {
  return new AppError(
    'not_found',
    `There is no such shipping address, or ${callerIn(context)} may not see its customer.`,
  );
}

/** The validator of a record that was just made. */
const firstEtag = '"1"';

async function defaultOf(transaction: RecordTransaction, customerId: unknown): Promise<string | null> {
  const [row] = await transaction.query<{ id: string }>(findDefault.with({ customerId }));
  return row?.id ?? null;
}

async function takeDefault(transaction: RecordTransaction, customerId: unknown): Promise<void> {
  await transaction.change(clearDefault, { customerId });
}

const findDefault = statement(
  'shipping_addresses_default',
  'select id from tenant.shipping_address where customer_id = :customerId::uuid and is_default',
);

const clearDefault = changeMany(
  shippingAddresses,
  {
    name: 'shipping_addresses_clear_default',
    where: 'record.customer_id = :customerId::uuid and record.is_default',
  },
  { isDefault: 'false' },
);

const giveDefault = changeMany(
  shippingAddresses,
  { name: 'shipping_addresses_give_default', where: 'record.id = :id::uuid' },
  { isDefault: 'true' },
);

const promote = changeMany(
  shippingAddresses,
  {
    name: 'shipping_addresses_promote',
    where: `record.id = (select id from tenant.shipping_address where customer_id = :customerId::uuid
      order by last_modified_on desc, id desc limit 1)`,
  },
  { isDefault: 'true' },
);
