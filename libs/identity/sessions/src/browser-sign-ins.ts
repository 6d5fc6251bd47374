import { hash, randomBytes } from 'node:crypto';
import { statement, type Sql } from '@rapport/database';
import { lives, newId, type CallContext } from '@rapport/kernel';

/** The sign-in of a person in a browser. */
export interface BrowserSignIn {
  readonly id: string;
  readonly identityId: string;
}

export interface StartedBrowser extends BrowserSignIn {
  /** The text of the cookie. It is kept as a digest. */
  readonly secret: string;
}

/** The sign-ins of browsers. A browser that is signed in gets codes without a question for the password. */
export class BrowserSignIns {
  /** Undefined if the password is another one by now. */
  async begin(
    context: CallContext,
    sql: Sql,
    identity: { readonly id: string; readonly passwordHash: string },
  ): Promise<StartedBrowser | undefined> {
    const started = { id: newId(), identityId: identity.id, secret: randomBytes(32).toString('base64url') };
    const sent = { ...started, digest: digestOf(started.secret), passwordHash: identity.passwordHash };
    const [row] = await sql.query(context, insertBrowser.with(sent));
    return row && started;
  }

  /** The sign-in of a cookie, if it is good. A use keeps it alive. */
  async use(context: CallContext, sql: Sql, secret: string): Promise<BrowserSignIn | undefined> {
    const [row] = await sql.query<BrowserSignIn>(context, useBrowser.with({ digest: digestOf(secret) }));
    return row;
  }

  /** The sign-in of a cookie, good or not: sessions that came from it may have outlived it. */
  async find(context: CallContext, sql: Sql, secret: string): Promise<BrowserSignIn | undefined> {
    const [row] = await sql.query<BrowserSignIn>(context, findBrowser.with({ digest: digestOf(secret) }));
    return row;
  }

  /** A browser has one sign-in. Sessions of the same person's earlier one come from the new one from now on. */
  async replace(context: CallContext, sql: Sql, earlier: BrowserSignIn, next: BrowserSignIn): Promise<void> {
    // The end waits for a session that is just beginning, and none begins behind it: so the move sees all of them.
    await sql.query(context, endReplaced.with(earlier));
    if (earlier.identityId === next.identityId) {
      await sql.query(context, moveSessions.with({ fromId: earlier.id, toId: next.id }));
    }
  }
}

function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

// A change of the password waits for this transaction, and so sees the sign-in.
const insertBrowser = statement(
  'browser_insert',
  `with held as (select id from control.identity where id = :identityId and password_hash = :passwordHash for share)
insert into control.browser_sign_in (id, identity_id, digest) select :id, held.id, :digest from held returning id`,
);

const useBrowser = statement(
  'browser_use',
  `update control.browser_sign_in set used_on = clock_timestamp()
where digest = :digest and ended_on is null and used_on > clock_timestamp() - interval '${lives.unusedSession}'
  and created_on > clock_timestamp() - interval '${lives.session}'
returning id, identity_id as "identityId"`,
);

const findBrowser = statement(
  'browser_find',
  `select id, identity_id as "identityId" from control.browser_sign_in where digest = :digest`,
);

const endReplaced = statement(
  'browser_end_replaced',
  `update control.browser_sign_in set ended_on = clock_timestamp() where id = :id and ended_on is null`,
);

// The sessions are locked in the order of their ids.
const moveSessions = statement(
  'session_move',
  `update control.session set browser_id = :toId where id in (
  select id from control.session where browser_id = :fromId and ended_on is null order by id for no key update)`,
);
