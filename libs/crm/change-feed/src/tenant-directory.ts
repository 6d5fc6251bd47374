import { statement, wordList, type Database } from '@rapport/database';
import { LeastRecentlyUsed, type CallContext, type TenantRef } from '@rapport/kernel';
import { goingStates } from '@rapport/kinds';

export interface KnownTenant extends TenantRef {
  /** Whether it was being deleted when it was found: nothing is done for it any more. */
  readonly isGoing: boolean;
}

/** Finds tenants and their cells in control, by number or id, and remembers the ones that were used last. */
export class TenantDirectory {
  readonly #database: Database;
  readonly #byNumber = new LeastRecentlyUsed<number, KnownTenant>(tenantsMax);
  readonly #byId = new LeastRecentlyUsed<string, KnownTenant>(tenantsMax);

  constructor(database: Database) {
    this.#database = database;
  }

  /** The tenants with these numbers; an unknown number is left out. */
  async byNumbers(context: CallContext, numbers: ReadonlySet<number>): Promise<Map<number, KnownTenant>> {
    return this.#find(context, numbers, this.#byNumber, findByNumbers, ({ number }) => number);
  }

  /** The tenants with these ids; an unknown id is left out. */
  async byIds(context: CallContext, ids: ReadonlySet<string>): Promise<Map<string, KnownTenant>> {
    return this.#find(context, ids, this.#byId, findByIds, ({ id }) => id);
  }

  /** Whether a tenant whose schema is not there is being deleted. It is asked anew, because it was found when it was there. */
  async isGoing(context: CallContext, { id }: TenantRef): Promise<boolean> {
    this.#byId.delete(id);
    return (await this.byIds(context, new Set([id]))).get(id)?.isGoing === true;
  }

  async #find<K>(
    context: CallContext,
    keys: ReadonlySet<K>,
    known: LeastRecentlyUsed<K, KnownTenant>,
    statement: typeof findByIds,
    keyOf: (tenant: TenantRef) => K,
  ): Promise<Map<K, KnownTenant>> {
    const found = new Map<K, KnownTenant>();
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
      for (const tenant of await this.#database.control.query<KnownTenant>(
        context,
        statement.with({ keys: missing }),
      )) {
        this.#byNumber.set(tenant.number, tenant);
        this.#byId.set(tenant.id, tenant);
        found.set(keyOf(tenant), tenant);
      }
    }
    return found;
  }
}

const tenantsMax = 10_000;

const columns = `id, number, cell, state in (${wordList(goingStates)}) as "isGoing"`;

const findByNumbers = statement(
  'directory_by_numbers',
  `select ${columns} from control.tenant where number = any (:keys::int[])`,
);

const findByIds = statement('directory_by_ids', `select ${columns} from control.tenant where id = any (:keys::uuid[])`);
