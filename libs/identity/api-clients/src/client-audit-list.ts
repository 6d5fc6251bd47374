import { utcText } from '@rapport/database';
import { name, searchable, text, time, type ListSearch } from '@rapport/searching';

/** The changes of clients by people and operators, and the events of the clients' tokens. */
const entries = `(
  select a.id, a.at, a.subject as client_id, a.event, null as reason,
    (a.details ->> 'secretId')::uuid as secret_id, 1 as count,
    case when a.actor_kind = 'user' then a.actor::uuid end as actor_user_id, a.actor_kind, a.actor, null as ip,
    a.trace_id
  from control.audit a
  where a.tenant_id = $1 and (a.event like 'client.%' or a.event like 'secret.%')
  union all
  select k.id, k.at, k.client_id, k.event, k.reason, k.secret_id, k.count, null, null, null, k.ip, k.trace_id
  from control.token_audit k
  where k.tenant_id = $1 and k.event like 'token.%' and k.client_id is not null) e`;

/** The audit of a tenant's API clients, as it is searched. */
export const clientAuditList = searchable({
  name: 'client_audit_search',
  from: `${entries} left join control.membership u on u.id = e.actor_user_id`,
  where: 'true',
  item: `${utcText('e.at')} as "occurredOnUtc", e.client_id as "clientId", e.event, e.reason, e.secret_id as "secretId",
    e.count, e.actor_user_id as "actorUserId",
    coalesce(u.name, case e.actor_kind when 'operator' then 'operator' end) as "actorName", e.ip as "ipAddress",
    e.trace_id as "traceId"`,
  id: 'e.id',
  // A client id is ASCII.
  fields: { clientId: text('e.client_id', 'lower(e.client_id)'), event: name('e.event'), occurredOnUtc: time('e.at') },
  sorts: { occurredOnUtc: 'e.at' },
  texts: [],
});

export type ClientAuditSearch = ListSearch<typeof clientAuditList>;

/** The events of API clients, of their secrets and of their tokens. */
export type ClientAuditEvent =
  | 'client.created'
  | 'client.updated'
  | 'client.enabled'
  | 'client.disabled'
  | 'secret.rotated'
  | 'secret.revoked'
  | 'token.issued'
  | 'token.denied'
  | 'token.rate_limited'
  | 'token.revoked';

export interface ClientAuditItem {
  readonly occurredOnUtc: string;
  readonly clientId: string;
  readonly event: ClientAuditEvent;
  readonly reason: string | null;
  readonly secretId: string | null;
  /** Refusals of one kind in a minute are one item. */
  readonly count: number;
  readonly actorUserId: string | null;
  readonly actorName: string | null;
  readonly ipAddress: string | null;
  readonly traceId: string;
}
