import { entitlements, ownerRole, shownState, subscribedTenant, suspendedFor } from '@rapport/admission';
import { statement, utcText, type Database } from '@rapport/database';
import { AppError, type CallContext } from '@rapport/kernel';
import type { CellWork, ShownWork } from '@rapport/sagas';
import { levelsOf } from '@rapport/usage';
import { schemaColumn } from './tenant-store.ts';
import type { OperatorTenantView, TenantView } from './tenant.ts';

type Shown = Omit<TenantView, 'provisioning'>;
type Kept = Pick<OperatorTenantView, 'number' | 'schema' | 'cell' | 'overrides'>;

/** Shows a tenant whole: with its subscription, what it may and uses, and where its making is. */
export class TenantViews {
  readonly #database: Database;
  readonly #cellWork: CellWork;

  constructor(database: Database, cellWork: CellWork) {
    this.#database = database;
    this.#cellWork = cellWork;
  }

  /** To its owners; 404 where it is not there. */
  async show(context: CallContext, tenantId: string): Promise<TenantView> {
    const { shown } = await this.#find(context, tenantId);
    return { ...shown, provisioning: provisioningOf(await this.#cellWork.ofTenant(context, tenantId)) };
  }

  /** To operators, with where it is kept and what is still to do for it. */
  async showToOperator(context: CallContext, tenantId: string): Promise<OperatorTenantView> {
    const { shown, kept } = await this.#find(context, tenantId);
    const work = await this.#cellWork.ofTenant(context, tenantId);
    const schemaVersion = await this.#schemaVersion(context, kept);
    return { ...shown, ...kept, provisioning: provisioningOf(work), schemaVersion, work };
  }

  async #find(context: CallContext, tenantId: string): Promise<{ shown: Shown; kept: Kept }> {
    const [found] = await this.#database.control.query<Shown & Kept>(context, findView, [tenantId]);
    if (!found) {
      throw new AppError('not_found', `There is no tenant ${tenantId}.`);
    }
    const { number, schema, cell, overrides, ...shown } = found;
    return { shown, kept: { number, schema, cell, overrides } };
  }

  /** A cell that is away leaves this alone unknown, because all else that an operator looks for is in control. */
  async #schemaVersion(context: CallContext, { cell, number }: Kept): Promise<number | null> {
    try {
      const [row] = await this.#database.cell(cell).query<{ version: number }>(context, findSchemaVersion, [number]);
      return row?.version ?? null;
    } catch (error) {
      if (error instanceof AppError && error.code === 'service_unavailable') {
        return null;
      }
      throw error;
    }
  }
}

function provisioningOf(work: readonly ShownWork[]): TenantView['provisioning'] {
  const making = work.find(({ kind }) => kind === 'tenant');
  return making ? { step: making.step, attempts: making.attempts, failure: making.failure } : null;
}

const levels = levelsOf('t.id');

// $1 tenant
const findView = statement(
  'tenant_view',
  `select t.id as "tenantId", t.name as "organisationName", ${shownState} as state, ${suspendedFor} as "suspendedFor",
  ${utcText('t.created_on')} as "createdOnUtc", ${utcText('t.verify_by')} as "verifyByUtc",
  coalesce((select json_agg(json_build_object('userId', m.id, 'name', m.name, 'email', coalesce(m.email, i.email))
      order by m.created_on, m.id)
    from control.membership m left join control.identity i on i.id = m.identity_id
    where m.tenant_id = t.id and m.is_active and '${ownerRole}' = any(m.roles)), '[]') as owners,
  json_build_object('planCode', s.plan_code, 'status', s.status, 'billing', s.billing,
    'trialEndsOnUtc', ${utcText('s.trial_ends')}, 'periodEndsOnUtc', ${utcText('s.period_ends')},
    'cancelsOnUtc', ${utcText('s.cancels_on')}, 'pendingPlanCode', s.pending_plan_code,
    'pastDueSinceUtc', ${utcText('s.past_due_since')}, 'suspendsOnUtc', ${utcText('s.suspends_on')}) as subscription,
  ${entitlements} as entitlements, json_build_object('users', ${levels.users}, 'records', ${levels.records}) as use,
  t.number, ${schemaColumn} as schema, t.cell, t.overrides
from ${subscribedTenant} where t.id = $1`,
);

// $1 number of a tenant
const findSchemaVersion = statement(
  'tenant_schema_version',
  'select version from cell.tenant_schema where tenant = $1',
);
