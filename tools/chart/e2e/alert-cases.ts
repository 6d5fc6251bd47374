/** Series of Prometheus with the values that they have every half minute for forty minutes. */
export type Series = Readonly<Record<string, string>>;

/** Series that mean an alert, and series beside those. Each list has one entry or more. */
export interface AlertCase {
  readonly fires: readonly Series[];
  readonly silent: readonly Series[];
}

/** A level that stays. */
function level(metric: string, fires: number, silent: number): AlertCase {
  return { fires: [{ [metric]: stays(fires) }], silent: [{ [metric]: stays(silent) }] };
}

/** A counter that rises by so much each minute. */
function rising(metric: string, fires: number, silent = 0): AlertCase {
  return { fires: [{ [metric]: rises(fires) }], silent: [{ [metric]: rises(silent) }] };
}

/** A counter that rises once, two minutes before the question. */
function once(metric: string, fires = 1, silent = 0): AlertCase {
  return { fires: [{ [metric]: jumps(fires) }], silent: [{ [metric]: jumps(silent) }] };
}

/** Of a hundred changes a minute half take up to so many seconds more than allowed, or none does. */
function moved(allowed: number, more: number): AlertCase {
  const series = (inTime: number): Series => ({
    [`change_feed_move_seconds_bucket{le="${allowed}"}`]: rises(inTime),
    [`change_feed_move_seconds_bucket{le="${more}"}`]: rises(100),
    'change_feed_move_seconds_bucket{le="+Inf"}': rises(100),
  });
  return { fires: [series(50)], silent: [series(100)] };
}

function stays(value: number): string {
  return `${value}+0x80`;
}

function rises(perMinute: number): string {
  return `0+${perMinute / 2}x80`;
}

function jumps(by: number): string {
  return `0+0x75 ${by}+0x4`;
}

/** Answers of the edge by their status, and requests that it denied to callers who had too many. */
function answered(failed: string, others: number, deniedPerMinute = 0): Series {
  const answers = (code: string): string =>
    `haproxy_backend_http_responses_total{proxy="public-api.problem",code="${code}"}`;
  const requestsDenied = 'haproxy_backend_requests_denied_total{proxy="public-api.problem"}';
  return { [answers('5xx')]: failed, [answers('2xx')]: rises(others), [requestsDenied]: rises(deniedPerMinute) };
}

function failing(work: string): string {
  return `background_failures_total{work="${work}",cell="cell-1",instance="pod-1"}`;
}

const cell = '{cell="cell-1"}';
const denied = (reason: string): string => `token_denied_total{reason="${reason}"}`;
const mails = (outcome: string): string => `mail_deliveries_total{outcome="${outcome}"}`;
const marketing = (outcome: string): string => `marketing_mail_deliveries_total{outcome="${outcome}"}`;
const servers = (proxy: string): string => `haproxy_backend_active_servers{proxy="${proxy}"}`;
const signIns = (outcome: string): string => `sign_in_total{outcome="${outcome}"}`;
const unavailable = (reason: string): string => `database_unavailable_total{database="cell-1",reason="${reason}"}`;
const batchItems = (outcome: string): string => `batch_item_outcomes_total{outcome="${outcome}"}`;
const leaders = (pods: readonly number[]): Series =>
  Object.fromEntries(pods.map((value, pod) => [`change_feed_leader{cell="cell-1",instance="${pod}"}`, stays(value)]));
const redis = (used: number, max: number): Series => ({
  redis_memory_used_bytes: stays(used),
  redis_memory_max_bytes: stays(max),
});
const goodAt = 'background_last_good_timestamp_seconds{work="purge",cell="cell-1"}';

/** Each alert by its name. */
export const alertCases: Readonly<Record<string, AlertCase>> = {
  AvailabilityBurnedFast: {
    fires: [answered(rises(2), 98), answered(rises(100), 0)],
    // So few that it is no page, over before the short range, of one caller, and hardly any.
    silent: [
      answered(rises(1), 99),
      answered('0+100x60 6000+0x20', 100),
      answered(rises(20), 80, 20),
      answered(rises(0.2), 1),
    ],
  },
  AvailabilityBurnedSlowly: {
    fires: [answered(rises(1), 499)],
    silent: [answered(rises(1), 1_999), answered(rises(20), 80, 20), answered(rises(0.2), 1)],
  },
  BatchItemsRefused: {
    fires: [{ [batchItems('conflict')]: rises(60), [batchItems('created')]: rises(40) }],
    silent: [{ [batchItems('conflict')]: rises(40), [batchItems('created')]: rises(60) }],
  },
  CellLostCommits: level(`database_cell_turns_lost${cell}`, 3, 2),
  CellWorkResting: level('cell_work_failing{kind="deletion",state="resting"}', 1, 0),
  CellWorkFailing: level('cell_work_failing{kind="deletion",state="trying"}', 1, 0),
  CreationsNotTakenBack: rising('tenant_creations_not_taken_back_total', 5, 3),
  CellsNearlyFull: {
    fires: [{ [`cell_tenants${cell}`]: stays(95), [`cell_tenants_max${cell}`]: stays(100) }],
    silent: [{ [`cell_tenants${cell}`]: stays(89), [`cell_tenants_max${cell}`]: stays(100) }],
  },
  ConsumerLag: level('event_bus_lag{group="change-feed"}', 10_001, 10_000),
  ConsumerFailing: rising('event_bus_handler_failures_total{group="change-feed"}', 1),
  ChangesMovedLate: moved(1, 2.5),
  DatabaseRefusesForUnknownReasons: {
    fires: [{ [unavailable('unknown')]: rises(1) }],
    silent: [{ [unavailable('connect')]: rises(1) }],
  },
  ResumedCellWorkFails: {
    fires: [{ 'cell_work_resumed_total{outcome="failed"}': rises(1) }],
    silent: [{ 'cell_work_resumed_total{outcome="done"}': rises(1) }],
  },
  CredentialsGuessed: rising(denied('bad_secret'), 360, 240),
  TokensDenied: {
    fires: [{ [denied('scope')]: rises(6), token_issued_total: rises(10) }],
    silent: [{ [denied('scope')]: rises(4), token_issued_total: rises(10) }],
  },
  TokensRateLimited: rising('token_rate_limited_total', 360, 240),
  CredentialsInQueries: once(denied('credentials_in_query')),
  DefinitionsReadTooOften: rising('custom_field_definitions_loads_total{instance="pod-1"}', 1_260, 1_140),
  DeletionStandsStill: level('tenant_deletion_oldest_seconds', 3_601, 3_600),
  DiskOfDatabaseFull: once(unavailable('disk_full')),
  LogLinesLost: once('log_lines_lost_total'),
  EdgeAnswersForService: rising('haproxy_backend_http_responses_total{proxy="public-api.problem",code="5xx"}', 90, 30),
  EdgeWithoutServers: {
    fires: [{ [servers('public-api.problem')]: stays(0), [servers('token-service.oauth')]: stays(2) }],
    silent: [{ [servers('public-api.problem')]: stays(1), [servers('requests')]: stays(0) }],
  },
  EdgeDeniesConnections: rising('haproxy_frontend_denied_connections_total{proxy="address"}', 660, 540),
  EdgeNearlyFull: {
    fires: [{ haproxy_process_current_connections: stays(81), haproxy_process_max_connections: stays(100) }],
    silent: [{ haproxy_process_current_connections: stays(79), haproxy_process_max_connections: stays(100) }],
  },
  EdgeAway: { fires: [{}], silent: [{ haproxy_process_max_connections: stays(100) }] },
  ExportFailed: once('exports_total{outcome="failed"}'),
  ExportWaits: level('exports_waiting_seconds', 3_601, 3_600),
  KafkaTakesNoChanges: rising('event_bus_publish_failures_total{topic="rapport.changes"}', 4),
  MailsToPersonsLate: level('mail_oldest_seconds{of="person"}', 301, 300),
  MailsOfTenantsLate: level('mail_oldest_seconds{of="tenant"}', 3_601, 3_600),
  MailGivenUp: once(mails('given_up')),
  NoMailSent: {
    fires: [{ [mails('failed')]: rises(4), [mails('sent')]: rises(0) }],
    silent: [{ [mails('failed')]: rises(4), [mails('sent')]: rises(1) }],
  },
  MarketingMailsLate: level(`marketing_mail_late_seconds${cell}`, 61, 60),
  NoMarketingMailTaken: {
    fires: [{ [marketing('notBegun')]: rises(4), [marketing('taken')]: rises(0) }],
    silent: [{ [marketing('notBegun')]: rises(4), [marketing('taken')]: rises(1) }],
  },
  MarketingMailClaimsLost: once(`marketing_mail_lost_claims_total${cell}`),
  MarketingMailsInDoubt: once(marketing('inDoubt'), 30, 10),
  MarketingMailAddressesGone: {
    fires: [{ [marketing('refusedForGoodByRecipient')]: rises(2), [marketing('taken')]: rises(10) }],
    silent: [{ [marketing('refusedForGoodByRecipient')]: rises(2), [marketing('taken')]: rises(30) }],
  },
  MarketingMailTurnsFail: rising(failing('send marketing mails'), 1, 0.5),
  NamesBehind: level(`fan_out_age_seconds${cell}`, 61, 60),
  NamesFarBehind: level(`fan_out_age_seconds${cell}`, 901, 900),
  NamesFail: rising(`fan_out_failures_total${cell}`, 7, 5),
  CellWithoutLeader: { fires: [leaders([0, 0]), {}], silent: [leaders([0, 1])] },
  OutboxOld: level(`change_feed_outbox_age_seconds${cell}`, 6, 5),
  OutboxLarge: level(`change_feed_outbox_rows${cell}`, 1_000_001, 1_000_000),
  PasswordsGuessed: rising(signIns('wrong_pair'), 150, 90),
  SignInsOfForeignForms: rising(signIns('foreign_form'), 90, 30),
  PasswordChecksWait: level('password_checks_waiting', 33, 32),
  GuessesCountedInProcess: rising('failure_log_insured_total', 1),
  ChangesSetAside: level(`change_feed_parked_events${cell}`, 1, 0),
  ChangeSetAside: once('change_feed_parked_total{cell="cell-1",step="move"}'),
  // The clock begins at 0, and the question comes at 2,400.
  PurgeBehind: level(`change_feed_purged_timestamp_seconds${cell}`, -3_100, -1_100),
  PurgeFails: rising(`change_feed_purge_failures_total${cell}`, 0.1),
  RedisFillsUp: { fires: [redis(71, 100)], silent: [redis(69, 100)] },
  RedisNearlyFull: { fires: [redis(96, 100)], silent: [redis(94, 100)] },
  RedisAway: {
    fires: [{ 'redis_away_total{reason="known"}': rises(1) }],
    silent: [{ 'redis_away_total{reason="deadline"}': rises(1) }],
  },
  RedisWithoutBound: { fires: [redis(50, 0)], silent: [redis(50, 100), redis(0, 0)] },
  RelayLag: level(`change_feed_relay_lag_seconds${cell}`, 6, 5),
  SignUpsOfHourHalfUsed: {
    fires: [{ signups_total: rises(1), 'signup_limit{limit="hour"}': stays(60) }],
    silent: [{ signups_total: rises(1), 'signup_limit{limit="hour"}': stays(100) }],
  },
  UnverifiedTenantsHalfUsed: {
    fires: [{ signup_unverified_tenants: stays(51), 'signup_limit{limit="unverified"}': stays(100) }],
    silent: [{ signup_unverified_tenants: stays(50), 'signup_limit{limit="unverified"}': stays(100) }],
  },
  SigningKeyOverdue: level('signing_key_rotation_overdue_seconds', 3_601, 3_600),
  SigningKeysNotRead: rising(failing('read public keys'), 1),
  NoSpareSigningKey: {
    fires: [{ 'signing_keys{state="spare"}': stays(0) }, {}],
    silent: [{ 'signing_keys{state="spare"}': stays(1) }],
  },
  SubscriptionsDueFail: {
    fires: [{ 'subscriptions_due_total{outcome="failed"}': rises(1) }, { [failing('do what is due')]: rises(1) }],
    silent: [{ 'subscriptions_due_total{outcome="done"}': rises(1) }],
  },
  TenantsNotMigrated: level(`database_tenants_not_migrated${cell}`, 1, 0),
  TimelinesBehind: moved(10, 60),
  TimelinesWait: level(`change_feed_outbox_age_seconds${cell}`, 31, 30),
  TokenAuditBehind: level('token_audit_buffered_rows{instance="pod-1"}', 2_001, 2_000),
  TokenAuditLost: once('token_audit_dropped_total'),
  TokenAuditStands: {
    fires: [{ token_issued_total: rises(1), token_audit_rows_total: rises(0) }],
    silent: [{ token_issued_total: rises(1), token_audit_rows_total: rises(1) }],
  },
  // A database that is frozen lets a round fail every fifteen seconds.
  UsageNotWritten: rising(failing('write usage'), 4, 2),
  UsageLost: once('usage_lost_total'),
  RecordsNotCounted: {
    fires: [{ [`record_count_failures_total${cell}`]: rises(5) }, { [failing('count records')]: rises(5) }],
    silent: [{ [`record_count_failures_total${cell}`]: rises(3), [failing('count records')]: rises(3) }],
  },
  WorkStands: {
    fires: [{ [failing('purge')]: rises(1), [goodAt]: stays(0) }],
    silent: [{ [failing('purge')]: rises(1), [goodAt]: rises(60) }],
  },
};
