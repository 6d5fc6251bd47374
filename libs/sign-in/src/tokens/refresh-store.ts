import { hash, randomBytes } from 'node:crypto';
import { statement, type Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';

/** A session that goes on, with what its next access token says. */
export interface GoingSession {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly epoch: number;
}

/** A refresh token that is not the living one of its session. */
export interface SpentToken {
  readonly digest: Buffer;
  readonly sessionId: string;
  readonly user: { readonly id: string; readonly tenantId: string };
  readonly clientId: string;
  readonly isEnded: boolean;
}

/** The statements of refresh tokens. A token is kept as a digest. */
export class RefreshStore {
  /** The first token of a session. */
  async begin(context: CallContext, sql: Sql, sessionId: string): Promise<string> {
    const text = newToken();
    await sql.query(context, insertFirst, [digestOf(text), sessionId]);
    return text;
  }

  /** Spends a living token and gives its successor; undefined if it is not living, or its session has ended. */
  async replace(
    context: CallContext,
    sql: Sql,
    text: string,
    clientId: string,
  ): Promise<{ session: GoingSession; text: string } | undefined> {
    const next = newToken();
    const [session] = await sql.query<GoingSession>(context, replaceLiving, [digestOf(text), clientId, digestOf(next)]);
    return session && { session, text: next };
  }

  /** The token that is not living. Its user is locked, so that what is read after it is settled. */
  async findSpent(context: CallContext, sql: Sql, text: string): Promise<SpentToken | undefined> {
    const digest = digestOf(text);
    await sql.query(context, lockUser, [digest]);
    const [row] = await sql.query<Omit<SpentToken, 'digest'>>(context, findSpent, [digest]);
    return row && { ...row, digest };
  }

  /** Gives the successor of a spent token once more: the one before it is spent too. Undefined where it was used. */
  async repeat(
    context: CallContext,
    sql: Sql,
    { digest }: SpentToken,
  ): Promise<{ session: GoingSession; text: string } | undefined> {
    const next = newToken();
    const [session] = await sql.query<GoingSession>(context, repeatUse, [digest, digestOf(next)]);
    return session && { session, text: next };
  }

  /** The session of a token, living or spent, if it is a client's. */
  async sessionOf(context: CallContext, sql: Sql, text: string, clientId: string): Promise<string | undefined> {
    const [row] = await sql.query<{ sessionId: string }>(context, findSession, [digestOf(text), clientId]);
    return row?.sessionId;
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

const going = `s.ended_on is null and s.created_on > clock_timestamp() - interval '30 days'`;

const sessionColumns = `s.id, s.client_id as "clientId", m.id as "userId", m.tenant_id as "tenantId", m.epoch`;

const insertFirst = statement(
  'refresh_insert',
  `insert into control.refresh_token (digest, session_id) values ($1, $2)`,
);

// One statement, so that of many uses at once one finds the token living. The epoch is of the same snapshot: a token that
// was issued on a state which is over is refused like the others of that state. The time of use is for the purge, so an hour
// is exact enough. $1 digest $2 client $3 digest of the next
const replaceLiving = statement(
  'refresh_replace',
  `with spent as (
  update control.refresh_token r set spent_on = clock_timestamp()
  from control.session s join control.membership m on m.id = s.user_id
  where r.digest = $1 and r.spent_on is null and r.created_on > clock_timestamp() - interval '12 hours'
    and s.id = r.session_id and s.client_id = $2 and ${going} and m.is_active
  returning r.digest, ${sessionColumns}),
given as (insert into control.refresh_token (digest, session_id, predecessor) select $3, id, digest from spent),
touched as (
  update control.session set used_on = clock_timestamp()
  where id = (select id from spent) and used_on < clock_timestamp() - interval '1 hour')
select id, "clientId", "userId", "tenantId", epoch from spent`,
);

const lockUser = statement(
  'refresh_lock_user',
  `select m.id from control.membership m
where m.id = (select s.user_id from control.refresh_token r join control.session s on s.id = r.session_id
  where r.digest = $1) for no key update`,
);

const findSpent = statement(
  'refresh_find',
  `select r.session_id as "sessionId", s.client_id as "clientId", s.ended_on is not null as "isEnded",
  jsonb_build_object('id', m.id, 'tenantId', m.tenant_id) as "user"
from control.refresh_token r join control.session s on s.id = r.session_id join control.membership m on m.id = s.user_id
where r.digest = $1 and r.spent_on is not null`,
);

// Only a successor that lives shows that it was not used. $1 digest of the spent token $2 digest of the next
const repeatUse = statement(
  'refresh_repeat',
  `with unused as (
  update control.refresh_token n set spent_on = clock_timestamp()
  from control.refresh_token r join control.session s on s.id = r.session_id
    join control.membership m on m.id = s.user_id
  where r.digest = $1 and r.spent_on > clock_timestamp() - interval '10 seconds'
    and n.predecessor = r.digest and n.session_id = r.session_id and n.spent_on is null and ${going} and m.is_active
  returning r.digest, ${sessionColumns}),
given as (insert into control.refresh_token (digest, session_id, predecessor) select $2, id, digest from unused)
select id, "clientId", "userId", "tenantId", epoch from unused`,
);

const findSession = statement(
  'refresh_session',
  `select r.session_id as "sessionId" from control.refresh_token r join control.session s on s.id = r.session_id
where r.digest = $1 and s.client_id = $2`,
);
