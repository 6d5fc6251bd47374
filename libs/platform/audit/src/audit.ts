import { emptied, type Sql, statement, type TenantTable } from '@rapport/database';
import { newId } from '@rapport/kernel';
import type { ChangeContext } from './change-context.ts';

/** Notes a change in the same transaction. A change of the platform has no tenant. */
export async function audit(
  context: ChangeContext,
  sql: Sql,
  tenantId: string | null,
  event: string,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { actor, reason = null, trace } = context;
  const by = { actorKind: actor.kind, actor: actor.name, reason, traceId: trace.traceId };
  const entry = { id: newId(), tenantId, event, subject, details: JSON.stringify(details), ...by };
  await sql.query(context, insertAudit.with(entry));
}

export const auditTables: readonly TenantTable[] = [
  emptied('control.audit', {
    // The subject of some events is an e-mail address.
    where: `tenant_id = :tenantId::uuid and (details <> '{}' or reason is not null or position('@' in subject) > 0)`,
    set: `details = '{}', reason = null, subject = case when position('@' in subject) = 0 then subject end`,
    why: 'who did what and when can be told as long as of every tenant',
  }),
];

const insertAudit = statement(
  'audit_insert',
  `insert into control.audit (id, tenant_id, actor_kind, actor, event, subject, details, reason,
    trace_id)
values (:id, :tenantId, :actorKind, :actor, :event, :subject, :details, :reason, :traceId)`,
);
