import { statement, type Database } from '@rapport/database';
import { lives, type CallContext } from '@rapport/kernel';
import { loop, type Background } from '@rapport/telemetry';

const purging = loop('purge sign-ins', 'Removes codes, sessions, browsers and identities of no more use.');

/** Removes what sign-in keeps when nothing asks for it any more. */
export class SignInPurge {
  static readonly loops = [purging];
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  start(background: Background): void {
    background.repeat(purging, (context) => this.run(context), pauseMs, { afterMs: pauseMs });
  }

  /** Begins again until little is left, a batch at a time, so that no lock is held for long. */
  async run(context: CallContext): Promise<void> {
    for (const purge of purges) {
      let removed: unknown[];
      do {
        removed = await this.#database.control.query(context, purge.with({ batchSize }));
      } while (removed.length === batchSize);
    }
  }
}

const batchSize = 500;
const pauseMs = 600_000;

// A used code that comes again within a day still ends what it gave. One that was never used is of no use after a minute.
const purgeCodes = statement(
  'sign_in_purge_codes',
  `delete from control.authorization_code where digest = any(array(
  select digest from control.authorization_code where created_on < clock_timestamp() - interval '1 day'
    or (spent_on is null and created_on < clock_timestamp() - interval '5 minutes')
  order by created_on limit :batchSize for update skip locked)) returning digest`,
);

// A session that was idle for longer than a refresh token lives cannot go on. Its refresh tokens go with it.
const purgeSessions = statement(
  'sign_in_purge_sessions',
  `delete from control.session where id = any(array(
  select id from control.session where used_on < clock_timestamp() - interval '2 days'
  order by used_on limit :batchSize for update skip locked)) returning id`,
);

const purgeBriefSessions = statement(
  'sign_in_purge_brief_sessions',
  `delete from control.session where id = any(array(
  select id from control.session where is_brief and created_on < clock_timestamp() - interval '${lives.accessTokenRow}'
  order by created_on limit :batchSize for update skip locked)) returning id`,
);

// Codes and sessions name the browser from which they came, so the browser outlives them.
const purgeBrowsers = statement(
  'sign_in_purge_browsers',
  `delete from control.browser_sign_in where id = any(array(
  select id from control.browser_sign_in where used_on < clock_timestamp() - interval '2 days'
    and not exists (select from control.session where browser_id = browser_sign_in.id)
    and not exists (select from control.authorization_code where browser_id = browser_sign_in.id)
  order by used_on limit :batchSize for update skip locked)) returning id`,
);

// Of two processes that remove the same row one waits for the other, and finds it gone.
const purgeEnded = statement(
  'sign_in_purge_ended',
  `delete from control.ended_access where id = any(array(
  select id from control.ended_access where expires_at < clock_timestamp()
  order by expires_at limit :batchSize)) returning id`,
);

// The identity of a sign-up is of no use without its user, who has joined another one, or is gone with its tenant.
const purgeIdentities = statement(
  'sign_in_purge_identities',
  `delete from control.identity where id = any(array(
  select id from control.identity where not is_verified
    and not exists (select from control.membership where identity_id = identity.id)
    and not exists (select from control.browser_sign_in where identity_id = identity.id)
  order by created_on limit :batchSize for update skip locked)) returning id`,
);

const purges = [purgeCodes, purgeSessions, purgeBriefSessions, purgeBrowsers, purgeEnded, purgeIdentities];
