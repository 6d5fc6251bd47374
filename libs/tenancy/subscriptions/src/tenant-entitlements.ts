import { entitlements, isFullWith, subscribedTenant, type StatePublisher } from '@rapport/admission';
import { audit, type ChangeContext } from '@rapport/audit';
import { statement, type Database } from '@rapport/database';
import type { Entitlements } from '@rapport/kinds';
import { countedRecords } from './counted-records.ts';
import type { SubscriptionStore } from './subscription-store.ts';
import { requirePossible } from './transitions.ts';

/** Values of a tenant's own, and the names of those for which the plan's value counts again. */
export interface EntitlementChange {
  readonly set: { readonly [Name in keyof Entitlements]?: Entitlements[Name] | undefined };
  readonly inherit: readonly string[];
}

/** The entitlements of a tenant, and those of them that are its own. */
export interface TenantEntitlements {
  readonly entitlements: Entitlements;
  readonly overrides: Partial<Entitlements>;
}

/** Gives tenants values of their own in place of their plan's. */
export class EntitlementService {
  readonly #database: Database;
  readonly #store: SubscriptionStore;
  readonly #publisher: StatePublisher;

  constructor(database: Database, store: SubscriptionStore, publisher: StatePublisher) {
    this.#database = database;
    this.#store = store;
    this.#publisher = publisher;
  }

  /** It holds everywhere when it is answered. What is neither set nor inherited stays. */
  async change(context: ChangeContext, tenantId: string, change: EntitlementChange): Promise<TenantEntitlements> {
    const changed = await this.#database.control.transaction(context, async (sql) => {
      const held = await this.#store.hold(context, sql, tenantId);
      if (!held) {
        throw await this.#store.whyMissing(context, sql, tenantId);
      }
      requirePossible('changeSubscription', held.subscription, 'operator');
      const changed = changeOverrides.with({ ...change, tenantId, set: JSON.stringify(change.set) });
      if ((await sql.query(context, changed)).length > 0) {
        await audit(context, sql, tenantId, 'entitlements.changed', tenantId, { ...change });
      }
      const [row] = await sql.query<TenantEntitlements>(context, findEntitlements.with({ tenantId }));
      return row ?? Promise.reject(await this.#store.whyMissing(context, sql, tenantId));
    });
    await this.#publisher.publishTenant(context, tenantId);
    return changed;
  }
}

// Whether the tenant is full by its new limit is known at once. No row where nothing changes.
const changeOverrides = statement(
  'tenant_overrides_change',
  `update control.tenant set overrides = next.overrides, version = control.next_version(tenant.version),
  is_full = ${isFullWith('next.records', '(next.granted || next.overrides)')}
from (
  select tenant.id, (tenant.overrides - :inherit::text[]) || :set::jsonb as overrides, plan.entitlements as granted,
    ${countedRecords} as records
  from ${subscribedTenant} where tenant.id = :tenantId) next
where tenant.id = next.id and tenant.overrides <> next.overrides returning tenant.id`,
);

const findEntitlements = statement(
  'tenant_entitlements',
  `select ${entitlements} as entitlements, tenant.overrides from ${subscribedTenant} where tenant.id = :tenantId`,
);
