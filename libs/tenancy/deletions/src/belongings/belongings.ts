import type { CallContext, TenantRef } from '@rapport/kernel';

/** A tenant that goes, with the ids of its people and of their identities that work in no tenant that stays. */
export interface GoingTenant extends TenantRef {
  readonly userIds: readonly string[];
  readonly identityIds: readonly string[];
}

/** The number of each thing that is there. */
export type Counts = Readonly<Record<string, number>>;

/** All that a tenant has in one place. It may be erased again where it is erased already. */
export interface Belongings {
  count(context: CallContext, tenant: GoingTenant): Promise<Counts>;
  erase(context: CallContext, tenant: GoingTenant): Promise<void>;
}
