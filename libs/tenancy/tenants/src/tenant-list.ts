import { anyTenant, shownState } from '@rapport/admission';
import { composed, type Database, type Sent } from '@rapport/database';
import { addressKey, type CallContext } from '@rapport/kernel';
import { ownerRole, type ListedTenant, type ShownState, type TenantFilter } from '@rapport/kinds';
import { tenantColumns } from './tenant-store.ts';

/** Lists tenants in the order of their ids, which is that of their creation. */
export class TenantList {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async page(context: CallContext, filter: TenantFilter): Promise<ListedTenant[]> {
    return this.#database.control.query<ListedTenant>(context, listStatement(filter));
  }
}

/** It is composed of the filters that a request has, so that it is planned for them and begins with the index of one. */
export function listStatement(filter: TenantFilter): Sent {
  const emailKey = filter.search && addressKey(filter.search);
  return composed('tenant_list', listText(filter), { ...filter, emailKey });
}

function listText({ search, state, planCode, cell, after }: TenantFilter): string {
  const conditions = [
    after && 'tenant.id > :after',
    cell && 'tenant.cell = :cell',
    planCode && 'subscription.plan_code = :planCode',
    state && `${shownState} = :state and ${waysTo[state]}`,
    search && `tenant.id in (${found})`,
  ].filter((condition) => condition !== undefined);
  return `select ${tenantColumns} from ${anyTenant}
${conditions.length > 0 ? `where ${conditions.join('\n  and ')}\n` : ''}order by tenant.id limit :pageSize`;
}

/** The searched text is taken as it stands: no character of it has a meaning. An address without its proof may be a stranger's. */
const found = `select id from control.tenant where name_folded ^@ control.folded(:search)
  union all select tenant_id from control.membership join control.identity on identity.id = membership.identity_id
    where membership.email_key = :emailKey and is_active and '${ownerRole}' = any(roles) and is_verified`;

/** A condition that each tenant of a state meets, and for which there is an index. */
const waysTo: Readonly<Record<ShownState, string>> = {
  deleted: `tenant.state = 'deleted'`,
  deleting: `tenant.state = 'deleting'`,
  provisioning: `tenant.state = 'provisioning'`,
  provisioningFailed: `tenant.state = 'provisioningFailed'`,
  cancelled: `subscription.status = 'ended'`,
  suspended: `tenant.id in (select id from control.tenant where state = 'suspended'
    union all select tenant_id from control.subscription where status = 'unpaid'
    union all select id from control.tenant where is_unverified)`,
  pastDue: `subscription.status = 'pastDue'`,
  trialing: `subscription.status = 'trialing'`,
  active: `subscription.status = 'active'`,
};
