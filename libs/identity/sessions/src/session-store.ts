import { erased, type Sql, statement, type TenantTable } from '@rapport/database';
import { lives, type CallContext } from '@rapport/kernel';
import type { NewSession, TouchedUser } from './session.ts';

/** The statements that begin and end sessions. A user is locked before a browser, and that before a session of it. */
export class SessionStore {
  /** Whether the user may begin a session of that epoch. */
  async holdUser(context: CallContext, sql: Sql, session: NewSession): Promise<boolean> {
    return (await sql.query(context, holdUser.with(session))).length > 0;
  }

  /** False if the browser's sign-in has ended. */
  async insert(context: CallContext, sql: Sql, id: string, session: NewSession): Promise<boolean> {
    return (await sql.query(context, insertSession.with({ ...session, id }))).length > 0;
  }

  async raiseVersionOfSession(context: CallContext, sql: Sql, sessionId: string): Promise<TouchedUser[]> {
    return sql.query<TouchedUser>(context, raiseVersionBySession.with({ sessionId }));
  }

  async end(context: CallContext, sql: Sql, sessionId: string): Promise<void> {
    await sql.query(context, endSession.with({ sessionId }));
  }

  async raiseVersionsOfBrowser(context: CallContext, sql: Sql, browserId: string): Promise<TouchedUser[]> {
    await sql.query(context, lockUsersOfBrowser.with({ browserId }));
    return sql.query<TouchedUser>(context, raiseVersionByBrowser.with({ browserId }));
  }

  async endOfBrowser(context: CallContext, sql: Sql, browserId: string): Promise<void> {
    await sql.query(context, endBrowser.with({ browserId }));
    await sql.query(context, endSessionsOfBrowser.with({ browserId }));
  }

  async raiseEpochOfUser(context: CallContext, sql: Sql, userId: string): Promise<TouchedUser[]> {
    return sql.query<TouchedUser>(context, raiseEpochOfUser.with({ userId }));
  }

  async endOfUser(context: CallContext, sql: Sql, userId: string): Promise<void> {
    await sql.query(context, endBrowsersOfUser.with({ userId }));
    await sql.query(context, endSessionsOfUser.with({ userId }));
  }

  async raiseEpochOfIdentity(context: CallContext, sql: Sql, identityId: string): Promise<TouchedUser[]> {
    return sql.query<TouchedUser>(context, raiseEpochOfIdentity.with({ identityId }));
  }

  async endOfIdentity(context: CallContext, sql: Sql, identityId: string, keptSessionId: string | null): Promise<void> {
    await sql.query(context, endBrowsersOfIdentity.with({ identityId }));
    await sql.query(context, endSessionsOfIdentity.with({ identityId, keptSessionId }));
  }

  async raiseVersionOfUser(context: CallContext, sql: Sql, userId: string): Promise<TouchedUser[]> {
    return sql.query<TouchedUser>(context, raiseVersionOfUser.with({ userId }));
  }

  async endToken(context: CallContext, sql: Sql, tokenId: string, userId: string): Promise<void> {
    await sql.query(context, endToken.with({ tokenId, userId }));
  }
}

export const sessionTables: readonly TenantTable[] = [
  erased('control.ended_access', 'user_id = any(:userIds::uuid[])'),
  erased('control.session', 'user_id = any(:userIds::uuid[])'),
  erased(
    'control.browser_sign_in',
    `identity_id = any(:identityIds::uuid[]) and not exists (select from control.membership
      where identity_id = browser_sign_in.identity_id and tenant_id <> :tenantId::uuid)`,
  ),
];

const touched = `returning membership.id,
  (select number from control.tenant where tenant.id = membership.tenant_id) as "tenantNumber"`;

// An end of the user's sessions waits for this transaction, and so sees the session that it begins.
const holdUser = statement(
  'session_hold_user',
  `select id from control.membership where id = :userId and epoch = :epoch and is_active for share`,
);

// An end of the browser's sign-in waits for this transaction, or this statement for the end: then it begins nothing.
const insertSession = statement(
  'session_insert',
  `insert into control.session (id, user_id, client_id, browser_id, is_brief)
select :id, :userId, :clientId, id, :isBrief from control.browser_sign_in where id = :browserId and ended_on is null for share
returning id`,
);

// A state of this version or a later one knows the end.
const raiseVersionBySession = statement(
  'session_raise_user',
  `update control.membership set version = control.next_version(version)
where id = (select user_id from control.session where id = :sessionId) ${touched}`,
);

// A session that ended before gets a row again, so that an end which was not published is published by the next call.
const endSession = statement(
  'session_end',
  `with ended as (
  update control.session set ended_on = coalesce(ended_on, clock_timestamp()) where id = :sessionId returning id, user_id)
insert into control.ended_access (id, user_id, expires_at)
  select id, user_id, clock_timestamp() + interval '${lives.accessTokenRow}' from ended on conflict (id) do nothing`,
);

// A session that begins holds its user, so the statements that follow see it. The order is that of the ids.
const lockUsersOfBrowser = statement(
  'session_lock_browser_users',
  `select id from control.membership
where identity_id = (select identity_id from control.browser_sign_in where id = :browserId) order by id for no key update`,
);

const raiseVersionByBrowser = statement(
  'session_raise_browser_users',
  `update control.membership set version = control.next_version(version)
where id in (select user_id from control.session where browser_id = :browserId and ended_on is null) ${touched}`,
);

const endSessionsOfBrowser = statement(
  'session_end_browser_sessions',
  `with ended as (
  ${endInOrder('session', 'browser_id = :browserId')}
  returning ended.id, ended.user_id)
insert into control.ended_access (id, user_id, expires_at)
  select id, user_id, clock_timestamp() + interval '${lives.accessTokenRow}' from ended on conflict (id) do nothing`,
  { names: ['browserId'] },
);

const endBrowser = statement(
  'browser_end',
  `update control.browser_sign_in set ended_on = clock_timestamp() where id = :browserId and ended_on is null`,
);

// No access token of the epoch before is good, so its sessions need no rows of their own.
const raiseEpochOfUser = statement(
  'session_raise_user_epoch',
  `update control.membership set epoch = epoch + 1, version = control.next_version(version) where id = :userId
${touched}`,
);

const endSessionsOfUser = statement('session_end_user_sessions', endInOrder('session', 'user_id = :userId'), {
  names: ['userId'],
});

// A browser from which the person is at work in another tenant stays signed in.
const endBrowsersOfUser = statement(
  'browser_end_of_user',
  endInOrder(
    'browser_sign_in',
    `identity_id = (select identity_id from control.membership where id = :userId)
    and not exists (select from control.session
      where browser_id = browser_sign_in.id and user_id <> :userId and ended_on is null)`,
  ),
  { names: ['userId'] },
);

// The users are locked in the order of their ids.
const raiseEpochOfIdentity = statement(
  'session_raise_identity_epoch',
  `with locked as (
  select id from control.membership where identity_id = :identityId order by id for no key update)
update control.membership set epoch = epoch + 1, version = control.next_version(version)
from locked where membership.id = locked.id ${touched}`,
);

const endSessionsOfIdentity = statement(
  'session_end_identity_sessions',
  endInOrder(
    'session',
    'user_id in (select id from control.membership where identity_id = :identityId) and id is distinct from :keptSessionId::uuid',
  ),
  { names: ['identityId', 'keptSessionId'] },
);

const endBrowsersOfIdentity = statement(
  'browser_end_of_identity',
  endInOrder('browser_sign_in', 'identity_id = :identityId'),
  { names: ['identityId'] },
);

const raiseVersionOfUser = statement(
  'session_raise_user_version',
  `update control.membership set version = control.next_version(version) where id = :userId ${touched}`,
);

const endToken = statement(
  'session_end_token',
  `insert into control.ended_access (id, user_id, expires_at) values (:tokenId, :userId, clock_timestamp() + interval '${lives.accessTokenRow}')
on conflict (id) do nothing`,
);

/** Ends the living rows, which are locked in the order of their ids as refreshes lock sessions. The rows are `ended`. */
function endInOrder(table: 'session' | 'browser_sign_in', where: string): string {
  return `update control.${table} ended set ended_on = clock_timestamp() where ended.id in (
  select id from control.${table} where ${where} and ended_on is null order by id for no key update)`;
}
