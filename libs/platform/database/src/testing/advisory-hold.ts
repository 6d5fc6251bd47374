import { statement } from '../statements/statement.ts';

/** Statements about one advisory lock: its holder makes every call wait that meets it. */
export function advisoryHold(key: number) {
  return {
    hold: statement('test_hold', `select pg_advisory_lock(1, ${key})`),
    endHold: statement('test_end_hold', `select pg_advisory_unlock(1, ${key})`),
    meetHold: statement(
      'test_meet_hold',
      `select set_config('lock_timeout', '0', true), pg_advisory_xact_lock_shared(1, ${key})`,
    ),
    waiters: statement(
      'test_waiters',
      `select count(*)::int as n from pg_locks
       where locktype = 'advisory' and classid = 1 and objid = ${key} and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    ),
  };
}
