import { statement, type Database } from '@rapport/database';
import { LeastRecentlyUsed, type CallContext, type TenantRef } from '@rapport/kernel';

/** Finds tenants and their cells in control, by number or id, and remembers the ones that were used last. */
export class TenantDirectory {
  readonly #database: Database;
  readonly #byNumber = new LeastRecentlyUsed<number, TenantRef>(tenantsMax);
  readonly #byId = new LeastRecentlyUsed<string, TenantRef>(tenantsMax);

  constructor(database: Database) {
    this.#database = database;
  }

  /** The tenants with these numbers; an unknown number is left out. */
  async byNumbers(context: CallContext, numbers: ReadonlySet<number>): Promise<Map<number, TenantRef>> {
    return this.#find(context, numbers, this.#byNumber, findByNumbers, ({ number }) => number);
  }

  /** The tenants with these ids; an unknown id is left out. */
  async byIds(context: CallContext, ids: ReadonlySet<string>): Promise<Map<string, TenantRef>> {
    return this.#find(context, ids, this.#byId, findByIds, ({ id }) => id);
  }

  async #find<K>(
    context: CallContext,
    keys: ReadonlySet<K>,
    known: LeastRecentlyUsed<K, TenantRef>,
    statement: typeof findByIds,
    keyOf: (tenant: TenantRef) => K,
  ): Promise<Map<K, TenantRef>> {
    const found = new Map<K, TenantRef>();
    const missing: K[] = [];
    for (const key of keys) {
      const tenant = known.get(key);
      if (tenant) {
        found.set(key, tenant);
      } else {
        missing.push(key);
      }
    }
    if (missing.length > 0) {
      for (const tenant of await this.#database.control.query<TenantRef>(context, statement.with({ keys: missing }))) {
        this.#byNumber.set(tenant.number, tenant);
        this.#byId.set(tenant.id, tenant);
        found.set(keyOf(tenant), tenant);
      }
    }
    return found;
  }
}

const tenantsMax = 10_000;

const findByNumbers = statement(
  'directory_by_numbers',
  'select id, number, cell from control.tenant where number = any (:keys::int[])',
);

const findByIds = statement(
  'directory_by_ids',
  'select id, number, cell from control.tenant where id = any (:keys::uuid[])',
);
