import { utcText } from '@rapport/database';
import { name, searchable, text, time, type ListSearch } from '@rapport/searching';

/** The changes of clients by people and operators, and the events of the clients' tokens. */
const entries = `(
  select id, at, subject as client_id, event, null as reason, (details ->> 'secretId')::uuid as secret_id, 1 as count,
    case when actor_kind = 'user' then actor::uuid end as actor_user_id, actor_kind, actor, null as ip, trace_id
  from control.audit
  where tenant_id = :tenantId and (event like 'client.%' or event like 'secret.%')
  union all
  select id, at, client_id, event, reason, secret_id, count, null, null, null, ip, trace_id
  from control.token_audit
  where tenant_id = :tenantId and event like 'token.%' and client_id is not null) entry`;

/** The audit of a tenant's API clients, as it is searched. */
export const clientAuditList = searchable({
  name: 'client_audit_search',
  from: `${entries} left join control.membership actor on actor.id = entry.actor_user_id`,
  where: 'true',
  item: `${utcText('entry.at')} as "occurredOnUtc", entry.client_id as "clientId", entry.event, entry.reason,
    entry.secret_id as "secretId", entry.count, entry.actor_user_id as "actorUserId",
    coalesce(actor.name, case entry.actor_kind when 'operator' then 'operator' end) as "actorName",
    entry.ip as "ipAddress", entry.trace_id as "traceId"`,
  id: 'entry.id',
  // A client id is ASCII.
  fields: {
    clientId: text('entry.client_id', 'lower(entry.client_id)'),
    event: name('entry.event'),
    occurredOnUtc: time('entry.at'),
  },
  sorts: { occurredOnUtc: 'entry.at' },
  texts: [],
});

export type ClientAuditSearch = ListSearch<typeof clientAuditList>;
