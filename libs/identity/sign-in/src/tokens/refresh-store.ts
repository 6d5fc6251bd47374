import { statement, type Sql } from '@rapport/database';
import { lives, type CallContext } from '@rapport/kernel';
import type { RefreshToken, RefreshTokens } from './refresh-tokens.ts';

/** A session that goes on, with what its next access token says. */
export interface GoingSession {
  readonly id: string;
  readonly clientId: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly epoch: number;
}

/** The session of a token that it does not go on with. */
export interface TokenSession {
  readonly user: { readonly id: string; readonly tenantId: string };
  readonly isEnded: boolean;
  /** Whether the token is the one that the session would go on with. */
  readonly isLiving: boolean;
}

export interface NextToken {
  readonly session: GoingSession;
  readonly text: string;
}

/** The statements of refresh tokens. A token is kept as a digest, in the row of its session. */
export class RefreshStore {
  readonly #tokens: RefreshTokens;

  constructor(tokens: RefreshTokens) {
    this.#tokens = tokens;
  }

  /** The first token of a session. */
  async begin(context: CallContext, sql: Sql, sessionId: string): Promise<string> {
    const { digest, text } = this.#tokens.create(sessionId);
    await sql.query(context, giveFirst.with({ sessionId, digest }));
    return text;
  }

  /** The token of a text; undefined for any other text. */
  read(text: string): RefreshToken | undefined {
    return this.#tokens.read(text);
  }

  /**
   * Spends living tokens and gives the successor of each; undefined for one that is not living, or whose session has
   * ended. Of several uses of one token a single one finds it living.
   */
  async replace(
    context: CallContext,
    sql: Sql,
    tokens: readonly RefreshToken[],
    clientId: string,
  ): Promise<(NextToken | undefined)[]> {
    const all = tokens.map((token, position) => ({ token, position, next: this.#tokens.create(token.sessionId) }));
    // Two processes that share sessions lock them in one order.
    const inOrder = all.toSorted((one, other) => (one.token.sessionId < other.token.sessionId ? -1 : 1));
    const rows = await sql.query<GoingSession & { readonly position: number }>(
      context,
      replaceLiving.with({
        sessionIds: inOrder.map(({ token }) => token.sessionId),
        digests: inOrder.map(({ token }) => token.digest),
        nextDigests: inOrder.map(({ next }) => next.digest),
        positions: inOrder.map(({ position }) => position),
        clientId,
      }),
    );
    const sessions = new Map(rows.map(({ position, ...session }) => [position, session]));
    return all.map(({ position, next }) => {
      const session = sessions.get(position);
      return session && { session, text: next.text };
    });
  }

  /** The session of a token, if it is a client's. Its user is locked, so that what is read after it is settled. */
  async hold(
    context: CallContext,
    sql: Sql,
    { sessionId, digest }: RefreshToken,
    clientId: string,
  ): Promise<TokenSession | undefined> {
    await sql.query(context, lockUser.with({ sessionId }));
    const [session] = await sql.query<TokenSession>(context, findSession.with({ sessionId, digest, clientId }));
    return session;
  }

  /** Gives the successor of a spent token once more: the one before it is spent too. Undefined where it was used. */
  async repeat(context: CallContext, sql: Sql, { sessionId, digest }: RefreshToken): Promise<NextToken | undefined> {
    const next = this.#tokens.create(sessionId);
    const sent = repeatUse.with({ sessionId, spentDigest: digest, nextDigest: next.digest });
    const [session] = await sql.query<GoingSession>(context, sent);
    return session && { session, text: next.text };
  }

  /** Whether the session of a token, living or spent, is there and a client's. */
  async isOf(context: CallContext, sql: Sql, { sessionId, digest }: RefreshToken, clientId: string): Promise<boolean> {
    return (await sql.query(context, findSession.with({ sessionId, digest, clientId }))).length > 0;
  }
}

const going = `session.ended_on is null and session.created_on > clock_timestamp() - interval '${lives.session}'
  and membership.id = session.user_id and membership.is_active`;

const sessionColumns = `session.id, session.client_id as "clientId", membership.id as "userId",
  membership.tenant_id as "tenantId", membership.epoch`;

const giveFirst = statement(
  'refresh_give',
  `update control.session set refresh_digest = :digest, refresh_given_on = clock_timestamp() where id = :sessionId`,
);

// One row of each session, so that of many uses at once one finds the token living. The epoch is of the same snapshot: a token
// that was issued on a state which is over is refused like the others of that state. The time of use has an index and is for
// the purge, so an hour is exact enough.
const replaceLiving = statement(
  'refresh_replace',
  `update control.session set refresh_digest = given.next, refresh_given_on = clock_timestamp(),
  spent_digest = session.refresh_digest, spent_on = clock_timestamp(),
  used_on = case when used_on < clock_timestamp() - interval '1 hour' then clock_timestamp() else used_on end
from unnest(:sessionIds::uuid[], :digests::bytea[], :nextDigests::bytea[], :positions::int[]) as given (id, digest, next, position), control.membership
where session.id = given.id and session.refresh_digest = given.digest and session.client_id = :clientId
  and session.refresh_given_on > clock_timestamp() - interval '${lives.unusedSession}' and ${going}
returning given.position, ${sessionColumns}`,
);

const lockUser = statement(
  'refresh_lock_user',
  `select id from control.membership
where id = (select user_id from control.session where id = :sessionId) for no key update`,
);

const findSession = statement(
  'refresh_session',
  `select session.ended_on is not null as "isEnded", coalesce(session.refresh_digest = :digest, false) as "isLiving",
  jsonb_build_object('id', membership.id, 'tenantId', membership.tenant_id) as "user"
from control.session join control.membership on membership.id = session.user_id
where session.id = :sessionId and session.client_id = :clientId`,
);

// A successor that was used has become the spent token of its session. The time of the first use stays.
const repeatUse = statement(
  'refresh_repeat',
  `update control.session set refresh_digest = :nextDigest, refresh_given_on = clock_timestamp()
from control.membership
where session.id = :sessionId and session.spent_digest = :spentDigest and session.spent_on > clock_timestamp() - interval '10 seconds'
  and ${going}
returning ${sessionColumns}`,
);
