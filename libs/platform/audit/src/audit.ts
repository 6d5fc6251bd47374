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
  const { actor, reason, trace } = context;
  await sql.query(context, insertAudit, [
    newId(),
    tenantId,
    actor.kind,
    actor.name,
    event,
    subject,
    JSON.stringify(details),
    reason ?? null,
    trace.traceId,
  ]);
}

const insertAudit = statement(
  'audit_insert',
  `insert into control.audit (id, tenant_id, actor_kind, actor, event, subject, details, reason,
    trace_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
