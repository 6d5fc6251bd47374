import { anyTenant, entitlements, shownState, suspendedFor } from '@rapport/admission';
import { statement, utcText, type Database } from '@rapport/database';
import { AppError, type CallContext } from '@rapport/kernel';
import { ownerRole, type OperatorsView, type OwnersView, type ShownWork } from '@rapport/kinds';
import type { CellWork } from '@rapport/sagas';
import { levelsOf } from '@rapport/usage';
import { schemaColumn } from './tenant-store.ts';

type Shown = Omit<OwnersView, 'provisioning'>;
type Kept = Pick<OperatorsView, 'number' | 'schema' | 'cell' | 'overrides'>;

/** Shows a tenant whole: with its subscription, what it may and uses, and where its making is. */
export class TenantViews {
  readonly #database: Database;
  readonly #cellWork: CellWork;

  constructor(database: Database, cellWork: CellWork) {
    this.#database = database;
    this.#cellWork = cellWork;
  }

  /** To its owners; 404 where it is not there. */
  async show(context: CallContext, tenantId: string): Promise<OwnersView> {
    const { shown } = await this.#find(context, tenantId);
    return { ...shown, provisioning: provisioningOf(await this.#cellWork.ofTenant(context, tenantId)) };
  }

  /** To operators, with where it is kept and what is still to do for it. */
  async showToOperator(context: CallContext, tenantId: string): Promise<OperatorsView> {
    const { shown, kept } = await this.#find(context, tenantId);
    const work = await this.#cellWork.ofTenant(context, tenantId);
    const schemaVersion = await this.#schemaVersion(context, kept);
    return { ...shown, ...kept, provisioning: provisioningOf(work), schemaVersion, work };
  }

  async #find(context: CallContext, tenantId: string): Promise<{ shown: Shown; kept: Kept }> {
    const [found] = await this.#database.control.query<Shown & Kept>(context, findView.with({ tenantId }));
    if (!found) {
      throw new AppError('not_found', `There is no tenant ${tenantId}.`);
    }
    const { number, schema, cell, overrides, ...shown } = found;
    return { shown, kept: { number, schema, cell, overrides } };
  }

  /** A cell that is away leaves this alone unknown, because all else that an operator looks for is in control. */
  async #schemaVersion(context: CallContext, { cell, number }: Kept): Promise<number | null> {
    try {
      const sent = findSchemaVersion.with({ tenantNumber: number });
      const [row] = await this.#database.cell(cell).query<{ version: number }>(context, sent);
      return row?.version ?? null;
    } catch (error) {
      if (error instanceof AppError && error.code === 'service_unavailable') {
        return null;
      }
      throw error;
    }
  }
}

function provisioningOf(work: readonly ShownWork[]): OwnersView['provisioning'] {
  const making = work.find(({ kind }) => kind === 'tenant');
  return making ? { step: making.step, attempts: making.attempts, failure: making.failure } : null;
}

const levels = levelsOf('tenant.id');

const findView = statement(
  'tenant_view',
  `select tenant.id as "tenantId", tenant.name as "organisationName", ${shownState} as state,
  ${suspendedFor} as "suspendedFor",
  ${utcText('tenant.created_on')} as "createdOnUtc", ${utcText('tenant.verify_by')} as "verifyByUtc",
  coalesce((select json_agg(json_build_object(
      'userId', membership.id, 'name', membership.name, 'email', coalesce(membership.email, identity.email),
      'isVerified', coalesce(identity.is_verified, false))
      order by membership.created_on, membership.id)
    from control.membership left join control.identity on identity.id = membership.identity_id
    where membership.tenant_id = tenant.id and membership.is_active and '${ownerRole}' = any(membership.roles)),
    '[]') as owners,
  case when subscription.tenant_id is not null then json_build_object('planCode', subscription.plan_code, 'status', subscription.status, 'billing', subscription.billing,
    'trialEndsOnUtc', ${utcText('subscription.trial_ends')}, 'periodEndsOnUtc', ${utcText('subscription.period_ends')},
    'cancelsOnUtc', ${utcText('subscription.cancels_on')}, 'pendingPlanCode', subscription.pending_plan_code,
    'pastDueSinceUtc', ${utcText('subscription.past_due_since')},
    'suspendsOnUtc', ${utcText('subscription.suspends_on')}) end as subscription,
  ${entitlements} as entitlements, json_build_object('users', ${levels.users}, 'records', ${levels.records}) as use,
  tenant.number, ${schemaColumn} as schema, tenant.cell, tenant.overrides
from ${anyTenant} where tenant.id = :tenantId`,
);

const findSchemaVersion = statement(
  'tenant_schema_version',
  'select version from cell.tenant_schema where tenant = :tenantNumber',
);
