import { statement, type Sql } from '@rapport/database';
import { newId } from '@rapport/kernel';
import type { OperatorContext } from './operator-context.ts';

/** Notes who changed what, in the transaction that changes it. What belongs to the platform has no tenant. */
export async function audit(
  sql: Sql,
  context: OperatorContext,
  tenantId: string | null,
  event: string,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const { operator, trace } = context;
  await sql.query(context, insertAudit, [
    newId(),
    tenantId,
    operator,
    event,
    subject,
    JSON.stringify(details),
    trace.traceId,
  ]);
}

const insertAudit = statement(
  'audit_insert',
  `insert into control.audit (id, tenant_id, actor, event, subject, details, trace_id) values ($1, $2, $3, $4, $5, $6, $7)`,
);
