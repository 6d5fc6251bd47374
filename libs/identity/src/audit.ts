import { statement, type Sql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';

export interface AuditEvent {
  readonly event: string;
  readonly tenantId: string | null;
  readonly actor: string;
  readonly subject: string;
  readonly details?: Record<string, unknown>;
}

/** Notes who changed what, in the transaction that changes it. */
export async function audit(
  sql: Sql,
  context: CallContext,
  { event, tenantId, actor, subject, details = {} }: AuditEvent,
): Promise<void> {
  await sql.query(context, insertAudit, [
    newId(),
    tenantId,
    actor,
    event,
    subject,
    JSON.stringify(details),
    context.trace.traceId,
  ]);
}

const insertAudit = statement(
  'audit_insert',
  `insert into control.audit (id, tenant_id, actor, event, subject, details, trace_id) values ($1, $2, $3, $4, $5, $6, $7)`,
);
