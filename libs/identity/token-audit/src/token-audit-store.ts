import { goes } from '@rapport/admission';
import { erased, type Sql, statement, type TenantTable } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { TokenAuditEntry } from '@rapport/kinds';
import type { AuditRow } from './audit-row.ts';

/** The statements of the audit of tokens. */
export class TokenAuditStore {
  /** A batch whose outcome was open is sent again. Rows of it that were written before stay as they are. */
  async insert(context: CallContext, sql: Sql, rows: readonly AuditRow[], isSentAgain: boolean): Promise<void> {
    const insert = isSentAgain ? insertEventsAgain : insertEvents;
    await sql.query(context, insert.with(columnsOf(eventColumns, rows)));
  }

  /** Adds to the counts, in the order in which every process locks them. A batch that is sent again may count twice. */
  async count(context: CallContext, sql: Sql, rows: readonly AuditRow[]): Promise<void> {
    await sql.query(context, countRefusals.with(columnsOf(refusalColumns, rows.toSorted(byKey))));
  }

  async noteUses(context: CallContext, sql: Sql, secretIds: readonly string[]): Promise<void> {
    await sql.query(context, noteUses.with({ secretIds: secretIds.toSorted() }));
  }

  /** Makes and drops partitions. Returns the time of PostgreSQL, in milliseconds. */
  async tend(context: CallContext, sql: Sql): Promise<number> {
    const [row] = await sql.query<{ now: number }>(context, tend);
    return row?.now ?? Date.now();
  }

  async newest(context: CallContext, sql: Sql, clientId: string, limit: number): Promise<TokenAuditEntry[]> {
    return sql.query<TokenAuditEntry>(context, listNewest.with({ clientId, limit }));
  }
}

export const tokenAuditTables: readonly TenantTable[] = [erased('control.token_audit')];

function byKey(one: AuditRow, other: AuditRow): number {
  return one.at - other.at || (one.id < other.id ? -1 : 1);
}

type Columns<Name extends keyof AuditRow> = Readonly<Record<Name, string>>;

const origin = {
  tenantId: 'uuid',
  clientId: 'text',
  secretId: 'uuid',
  runAs: 'uuid',
  ip: 'text',
  userAgent: 'text',
  traceId: 'text',
} as const;

const eventColumns = { at: 'float8', id: 'uuid', event: 'text', tokenDigest: 'text', ...origin } as const;
const refusalColumns = { at: 'float8', id: 'uuid', event: 'text', count: 'int', reason: 'text', ...origin } as const;

function namesOf<Name extends keyof AuditRow>(columns: Columns<Name>): Name[] {
  return Object.keys(columns) as Name[];
}

/** One array for each column. */
function columnsOf<Name extends keyof AuditRow>(columns: Columns<Name>, rows: readonly AuditRow[]) {
  const arrays = namesOf(columns).map((name) => [name, rows.map((row) => row[name])]);
  return Object.fromEntries(arrays) as Record<Name, unknown[]>;
}

function arraysOf<Name extends keyof AuditRow>(columns: Columns<Name>): string {
  return namesOf(columns)
    .map((name) => `:${name}::${columns[name]}[]`)
    .join(', ');
}

// A first attempt does not look for rows of its own, which costs a tenth less.
const insertEventsText = `insert into control.token_audit
  (at, id, event, tenant_id, client_id, secret_id, run_as, ip, user_agent, token_digest, trace_id)
select to_timestamp(at / 1000), id, event, tenant_id, client_id, secret_id, run_as, ip, user_agent, token_digest,
  trace_id
from unnest(${arraysOf(eventColumns)})
  as sent (at, id, event, token_digest, tenant_id, client_id, secret_id, run_as, ip, user_agent, trace_id)
where not ${goes('sent.tenant_id')}`;

const insertEvents = statement('token_audit_insert', insertEventsText, { names: namesOf(eventColumns) });

const insertEventsAgain = statement(
  'token_audit_insert_again',
  `${insertEventsText} and not exists (
  select from control.token_audit kept
  where kept.client_id = sent.client_id and kept.at = to_timestamp(sent.at / 1000) and kept.id = sent.id)`,
  { names: namesOf(eventColumns) },
);

const countRefusals = statement(
  'token_audit_count',
  `insert into control.token_audit as kept
  (at, id, event, count, reason, tenant_id, client_id, secret_id, run_as, ip, user_agent, trace_id)
select to_timestamp(at / 1000), id, event, count, reason, tenant_id, client_id, secret_id, run_as, ip, user_agent,
  trace_id
from unnest(${arraysOf(refusalColumns)})
  as sent (at, id, event, count, reason, tenant_id, client_id, secret_id, run_as, ip, user_agent, trace_id)
where not ${goes('sent.tenant_id')}
on conflict (at, id) where event in ('token.denied', 'token.rate_limited', 'sign_in.refused') do update
  set count = kept.count + excluded.count`,
  { names: namesOf(refusalColumns) },
);

// One of several processes that note a use writes it. The secrets come in the order in which every process locks them.
const noteUses = statement(
  'client_secret_used',
  `update control.api_client_secret set last_used_on = clock_timestamp()
from unnest(:secretIds::uuid[]) as used (id)
where api_client_secret.id = used.id
  and (last_used_on is null or last_used_on < clock_timestamp() - interval '1 minute')`,
);

const tend = statement('token_audit_tend', `select (extract(epoch from control.tend_months()) * 1000)::float8 as now`);

// PostgreSQL reads partitions, newest first, until rows suffice. A caller that got or ended a token is the client.
const listNewest = statement(
  'token_audit_newest',
  `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "atUtc", event, count, reason,
    secret_id as "secretId", run_as as "runAsUserId",
  case when event in ('token.issued', 'token.revoked') then client_id end as actor, ip, user_agent as "userAgent",
  case when event in ('token.issued', 'token.revoked') then id end as jti, token_digest as "tokenDigest", trace_id as "traceId"
from control.token_audit where client_id = :clientId order by at desc limit :limit`,
);
