import { composed, utcText, type Database, type Sent } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { AuditEntry, AuditFilter, AuditPage, AuditPaging } from '@rapport/kinds';
import { decodeCursor, encodeCursor } from './audit-cursor.ts';

/** Reads the audit, newest first. A change that is noted meanwhile is on no later page. */
export class AuditLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** To operators. */
  async list(context: CallContext, filter: AuditFilter, paging: AuditPaging): Promise<AuditPage> {
    const filters = [filter.tenantId, filter.actor, filter.event, filter.from, filter.to].map((value) => value ?? null);
    const sent = auditStatement(filter, paging, filters);
    const found = await this.#database.control.query<AuditEntry & { readonly id: string }>(context, sent);
    const entries = found.slice(0, paging.pageSize);
    const last = entries.at(-1);
    const hasMore = found.length > paging.pageSize;
    return {
      data: entries.map(({ id: _, ...entry }) => entry),
      nextCursor: hasMore && last ? encodeCursor({ at: last.occurredOnUtc, id: last.id }, filters) : null,
      hasMore,
    };
  }

  /** To a tenant's owners, who do not see which operator made a change. */
  async listToOwner(context: CallContext, tenantId: string, paging: AuditPaging): Promise<AuditPage> {
    const page = await this.list(context, { tenantId }, paging);
    return { ...page, data: page.data.map(withoutOperator) };
  }
}

function withoutOperator(entry: AuditEntry): AuditEntry {
  return entry.actor.startsWith('operator:') ? { ...entry, actor: 'operator' } : entry;
}

/** It is composed of the filters that a request has, so that it is planned for them and walks along the index of one. */
export function auditStatement(
  { tenantId, actor, event, from, to }: AuditFilter,
  { cursor, pageSize }: AuditPaging,
  filters: readonly unknown[],
): Sent {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, filters);
  const conditions = [
    tenantId && 'tenant_id = :tenantId',
    actor && `${shownActor} = :actor`,
    event && 'event = :event',
    from && 'at >= :from',
    to && 'at < :to',
    after && '(at, id) < (:at::timestamptz, :id::uuid)',
  ].filter((condition) => typeof condition === 'string');
  const text = `select id, ${entryBy(shownActor)}
from control.audit
${conditions.length > 0 ? `where ${conditions.join('\n  and ')}\n` : ''}order by at desc, id desc
limit :limit`;
  return composed('audit_list', text, { tenantId, actor, event, from, to, ...after, limit: pageSize + 1 });
}

/** The columns of an entry with its actor. */
function entryBy(actor: string): string {
  return `${utcText('at')} as "occurredOnUtc", ${actor} as actor, tenant_id as "tenantId", event,
  subject, details, reason, trace_id as "traceId"`;
}

/** The actor as entries show it, by which it is found too. The index has the same expression. */
const shownActor = `(case actor_kind when 'system' then 'system' else actor_kind || ':' || actor end)`;

/** The audit of a tenant as an export has it, for its owners. */
export const auditRows = {
  item: entryBy(`(case actor_kind when 'operator' then 'operator' else ${shownActor} end)`),
  from: 'control.audit',
  where: 'tenant_id = :tenantId',
  order: 'at, id',
} as const;
