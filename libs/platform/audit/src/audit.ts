import { statement, type Sql } from '@rapport/database';
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

const insertAudit = statement(
  'audit_insert',
  `insert into control.audit (id, tenant_id, actor_kind, actor, event, subject, details, reason,
    trace_id)
values (:id, :tenantId, :actorKind, :actor, :event, :subject, :details, :reason, :traceId)`,
);
