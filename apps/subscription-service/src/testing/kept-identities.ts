import { operator } from '@rapport/container/testing';
import { statement, type Database } from '@rapport/database';
import { expect } from 'vitest';

/** An identity of an address, with the tenants that its password opens. */
export interface KeptIdentity {
  readonly isVerified: boolean;
  readonly hash: string;
  readonly tenants: readonly string[];
}

/** The tenant as far as it waits for a verified owner. */
export interface WaitingTenant {
  readonly isWaiting: boolean;
  readonly isUnverified: boolean;
  readonly version: number;
}

/** The rows that control keeps of people, for tests that look at them. */
export class KeptIdentities {
  readonly #asOwner: Database;

  constructor(asOwner: Database) {
    this.#asOwner = asOwner;
  }

  /** Those of an address, the verified one first. */
  of(email: string): Promise<KeptIdentity[]> {
    return this.#asOwner.control.query<KeptIdentity>(operator, findIdentities.with({ email }));
  }

  async tenant(tenantId: string): Promise<WaitingTenant> {
    const [row] = await this.#asOwner.control.query<WaitingTenant>(operator, findTenant.with({ tenantId }));
    return row ?? expect.fail('no tenant');
  }

  /** Lets a tenant wait as if it had no verified owner. */
  async waitAgain(tenantId: string): Promise<void> {
    await this.#asOwner.control.query(operator, waitAgain.with({ tenantId }));
  }

  /** Which users are noted as verified owners of the tenant, and by whom. */
  verifiedOwners(tenantId: string): Promise<{ actor: string; subject: string }[]> {
    return this.#asOwner.control.query(operator, findVerified.with({ tenantId }));
  }
}

const findIdentities = statement(
  't_kept_identities',
  `select is_verified as "isVerified", password_hash as hash,
  array(select tenant_id from control.membership where identity_id = identity.id order by tenant_id) as tenants
from control.identity where email = :email order by is_verified desc, id`,
);
const findTenant = statement(
  't_waiting_tenant',
  `select verify_by is not null as "isWaiting", is_unverified as "isUnverified", version from control.tenant where id = :tenantId`,
);
const waitAgain = statement(
  't_wait_again',
  'update control.tenant set verify_by = clock_timestamp() where id = :tenantId',
);
const findVerified = statement(
  't_verified_owners',
  `select actor_kind || ':' || actor as actor, subject from control.audit
where tenant_id = :tenantId and event = 'owner.verified' order by id`,
);
