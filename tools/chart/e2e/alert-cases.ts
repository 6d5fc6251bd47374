/** Series of Prometheus with eighty values and one, the last of which is at the time of the question. */
export type Series = Readonly<Record<string, string>>;

/** Series that mean an alert, and series beside those. Each list has one entry or more. */
export interface AlertCase {
  readonly fires: readonly Series[];
  readonly silent: readonly Series[];
  /** From one value to the next; half a minute without it. */
  readonly every?: '1h';
  /** Whether the alert is about all values of the labels by which others choose. */
  readonly ofAll?: true;
}

/** A level that stays. Another process does not know it, or has it too and does not add to it. */
function level(metric: string, fires: number, silent: number): AlertCase {
  return { fires: [inBoth(metric, stays(fires), stays(0))], silent: [inBoth(metric, stays(silent), stays(silent))] };
}

/** A counter that rises by so much each minute, in two processes together. */
function rising(metric: string, fires: number, silent = 0): AlertCase {
  const halves = (perMinute: number): Series => inBoth(metric, rises(perMinute / 2), rises(perMinute / 2));
  return { fires: [halves(fires)], silent: [halves(silent)] };
}

/** A counter that rises by so much each minute in one process, and in another one as well. */
function risingInEach(metric: string, fires: number, silent: number): AlertCase {
  return {
    fires: [inBoth(metric, rises(fires), rises(0))],
    silent: [inBoth(metric, rises(silent), rises(silent))],
  };
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

function inBoth(metric: string, values: string, others: string): Series {
  const inPod = (pod: string): string => metric.replace(/\{|$/, (at) => `{pod="${pod}"${at === '' ? '}' : ','}`);
  return { [inPod('1')]: values, [inPod('2')]: others };
}

function stays(value: number): string {
  return `${value}+0x80`;
}

function rises(perMinute: number): string {
  return `0+${perMinute / 2}x80`;
}

function begins(perMinute: number, valuesAgo: number): string {
  return `0+0x${80 - valuesAgo} ${perMinute / 2}+${perMinute / 2}x${valuesAgo - 1}`;
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
const leaders = (pods: readonly [number, number]): Series => ({
  ...inBoth(`change_feed_leader${cell}`, stays(pods[0]), stays(pods[1])),
  ...inBoth('change_feed_leader{cell="cell-2"}', stays(0), stays(1)),
});
/** As one process sees it, and another one that has just started. */
const redis = (used: number, max: number): Series => ({
  ...inBoth('redis_memory_used_bytes', stays(used), stays(0)),
  ...inBoth('redis_memory_max_bytes', stays(max), stays(0)),
});
const tenants = (first: number, second: number): Series => ({
  [`cell_tenants${cell}`]: stays(first),
  'cell_tenants{cell="cell-2"}': stays(second),
  [`cell_tenants_max${cell}`]: stays(100),
  'cell_tenants_max{cell="cell-2"}': stays(200),
});
const signupLimits = (hour: number, unverified: number): Series => ({
  'signup_limit{limit="hour"}': stays(hour),
  'signup_limit{limit="unverified"}': stays(unverified),
});
const redisAway = 'redis_away_total{reason="known"}';
const publishes = 'event_bus_publish_failures_total{topic="rapport.changes"}';
const goodAt = 'background_last_good_timestamp_seconds{work="purge",cell="cell-1"}';

/** Each alert by its name. */
export const alertCases: Readonly<Record<string, AlertCase>> = {
  AvailabilityBurnedFast: {
    fires: [answered(rises(2), 98), answered(rises(100), 0)],
    // So few that it is no page, over before the short range, short, of one caller, hardly any, and hardly any but those of one.
    silent: [
      answered(rises(1), 99),
      answered('0+100x60 6000+0x20', 100),
      answered(begins(50, 8), 1_000),
      answered(rises(20), 80, 20),
      answered(rises(0.2), 1),
      answered(rises(1.2), 5, 1),
    ],
  },
  AvailabilityBurnedSlowly: {
    every: '1h',
    fires: [answered(rises(1), 499)],
    // So few as may be, over before the short range, short, of one caller, and hardly any.
    silent: [
      answered(rises(1), 1_999),
      answered('0+1x60 60+0x20', 499),
      answered(begins(6, 5), 499),
      answered(rises(20), 80, 20),
      answered(rises(0.2), 1),
    ],
  },
  BatchItemsRefused: {
    ofAll: true,
    fires: [{ [batchItems('conflict')]: rises(60), [batchItems('created')]: rises(40) }],
    silent: [{ [batchItems('conflict')]: rises(40), [batchItems('created')]: rises(60) }],
  },
  CellLostCommits: level(`database_cell_turns_lost${cell}`, 3, 2),
  CellWorkResting: level('cell_work_failing{kind="deletion",state="resting"}', 1, 0),
  CellWorkFailing: level('cell_work_failing{kind="deletion",state="trying"}', 1, 0),
  CreationsNotTakenBack: rising('tenant_creations_not_taken_back_total', 5, 3),
  CellsNearlyFull: { fires: [tenants(89, 190)], silent: [tenants(100, 160)] },
  ConsumerLag: {
    fires: [inBoth('event_bus_lag{group="change-feed"}', stays(5_000), stays(5_001))],
    silent: [inBoth('event_bus_lag{group="change-feed"}', stays(5_000), stays(5_000))],
  },
  ConsumerFailing: rising('event_bus_handler_failures_total{group="change-feed"}', 1),
  ChangesMovedLate: moved(1, 2.5),
  DatabaseRefusesForUnknownReasons: rising(unavailable('unknown'), 1),
  ResumedCellWorkFails: rising('cell_work_resumed_total{outcome="failed"}', 1),
  CredentialsGuessed: rising(denied('bad_secret'), 360, 240),
  TokensDenied: {
    ofAll: true,
    fires: [{ [denied('scope')]: rises(6), token_issued_total: rises(10) }],
    silent: [
      { [denied('scope')]: rises(4), token_issued_total: rises(10) },
      { [denied('scope')]: rises(1), token_issued_total: rises(0) },
    ],
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
    // A proxy that starts has asked no process yet.
    silent: [
      { [servers('public-api.problem')]: stays(1), [servers('requests')]: stays(0) },
      { [servers('public-api.problem')]: '1+0x78 0+0x1' },
    ],
  },
  EdgeDeniesConnections: risingInEach('haproxy_frontend_denied_connections_total{proxy="address"}', 660, 540),
  EdgeNearlyFull: {
    fires: [{ haproxy_process_current_connections: stays(81), haproxy_process_max_connections: stays(100) }],
    silent: [{ haproxy_process_current_connections: stays(79), haproxy_process_max_connections: stays(100) }],
  },
  EdgeAway: { fires: [{}], silent: [{ haproxy_process_max_connections: stays(100) }] },
  ExportFailed: once('exports_total{outcome="failed"}'),
  ExportWaits: level('exports_waiting_seconds', 3_601, 3_600),
  KafkaTakesNoChanges: {
    fires: [{ [publishes]: rises(4) }],
    silent: [{ [publishes]: rises(0) }, { [publishes]: jumps(1) }],
  },
  MailsToPersonsLate: level('mail_oldest_seconds{of="person"}', 301, 300),
  MailsOfTenantsLate: level('mail_oldest_seconds{of="tenant"}', 3_601, 3_600),
  MailGivenUp: once(mails('given_up')),
  NoMailSent: {
    fires: [{ [mails('failed')]: rises(4), [mails('sent')]: rises(0) }],
    silent: [
      { [mails('failed')]: rises(4), [mails('sent')]: rises(1) },
      { [mails('failed')]: rises(0), [mails('sent')]: rises(0) },
    ],
  },
  MarketingMailsLate: level(`marketing_mail_late_seconds${cell}`, 61, 60),
  NoMarketingMailTaken: {
    fires: [{ [marketing('notBegun')]: rises(4), [marketing('taken')]: rises(0) }],
    silent: [
      { [marketing('notBegun')]: rises(4), [marketing('taken')]: rises(1) },
      { [marketing('notBegun')]: rises(0), [marketing('taken')]: rises(0) },
    ],
  },
  MarketingMailClaimsLost: once(`marketing_mail_lost_claims_total${cell}`),
  MarketingMailsInDoubt: once(marketing('inDoubt'), 30, 10),
  MarketingMailAddressesGone: {
    fires: [{ [marketing('refusedForGoodByRecipient')]: rises(2), [marketing('taken')]: rises(10) }],
    silent: [
      { [marketing('refusedForGoodByRecipient')]: rises(2), [marketing('taken')]: rises(30) },
      { [marketing('refusedForGoodByRecipient')]: rises(1), [marketing('taken')]: rises(1) },
    ],
  },
  MarketingMailTurnsFail: risingInEach(failing('send marketing mails'), 1, 0.5),
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
  PurgeBehind: {
    fires: [{ [`change_feed_purged_timestamp_seconds${cell}`]: stays(-3_100) }],
    silent: [inBoth(`change_feed_purged_timestamp_seconds${cell}`, stays(-1_100), stays(-9_999))],
  },
  PurgeFails: rising(`change_feed_purge_failures_total${cell}`, 0.1),
  RedisFillsUp: { fires: [redis(71, 100)], silent: [redis(69, 100)] },
  RedisNearlyFull: { fires: [redis(96, 100)], silent: [redis(94, 100)] },
  RedisAway: {
    fires: [{ [redisAway]: rises(1) }],
    // Away for a moment, and once more three minutes later.
    silent: [{ [redisAway]: rises(0) }, { [redisAway]: '0+0x68 5+0x5 10+0x5' }],
  },
  RedisWithoutBound: { fires: [redis(50, 0)], silent: [redis(50, 100), redis(0, 0)] },
  RelayLag: level(`change_feed_relay_lag_seconds${cell}`, 6, 5),
  SignUpsOfHourHalfUsed: {
    fires: [{ ...inBoth('signups_total', rises(0.5), rises(0.5)), ...signupLimits(60, 1_000) }],
    silent: [{ ...inBoth('signups_total', rises(0.5), rises(0.5)), ...signupLimits(100, 60) }],
  },
  UnverifiedTenantsHalfUsed: {
    fires: [{ ...inBoth('signup_unverified_tenants', stays(51), stays(0)), ...signupLimits(600, 100) }],
    silent: [{ ...inBoth('signup_unverified_tenants', stays(50), stays(50)), ...signupLimits(60, 100) }],
  },
  SigningKeyOverdue: level('signing_key_rotation_overdue_seconds', 3_601, 3_600),
  SigningKeysNotRead: rising(failing('read public keys'), 1),
  NoSpareSigningKey: {
    fires: [{ 'signing_keys{state="spare"}': stays(0), 'signing_keys{state="signing"}': stays(1) }, {}],
    silent: [inBoth('signing_keys{state="spare"}', stays(1), stays(0))],
  },
  SubscriptionsDueFail: {
    fires: [{ 'subscriptions_due_total{outcome="failed"}': rises(1) }, { [failing('do what is due')]: rises(1) }],
    silent: [{ 'subscriptions_due_total{outcome="failed"}': rises(0), [failing('do what is due')]: rises(0) }],
  },
  TenantsNotMigrated: level(`database_tenants_not_migrated${cell}`, 1, 0),
  TimelinesBehind: moved(10, 60),
  TimelinesWait: level(`change_feed_outbox_age_seconds${cell}`, 31, 30),
  TokenAuditBehind: level('token_audit_buffered_rows{instance="pod-1"}', 2_001, 2_000),
  TokenAuditLost: once('token_audit_dropped_total'),
  TokenAuditStands: {
    fires: [{ token_issued_total: rises(1), token_audit_rows_total: rises(0) }],
    silent: [
      { token_issued_total: rises(1), token_audit_rows_total: rises(1) },
      { token_issued_total: rises(0), token_audit_rows_total: rises(0) },
    ],
  },
  // A database that is frozen lets a round fail every fifteen seconds.
  UsageNotWritten: rising(failing('write usage'), 4, 2),
  UsageLost: once('usage_lost_total'),
  RecordsNotCounted: {
    fires: [{ [`record_count_failures_total${cell}`]: rises(5) }, { [failing('count records')]: rises(5) }],
    silent: [{ [`record_count_failures_total${cell}`]: rises(3), [failing('count records')]: rises(3) }],
  },
  WorkStands: {
    ofAll: true,
    fires: [{ [failing('purge')]: rises(1), [goodAt]: stays(1_100) }],
    silent: [
      { [failing('purge')]: rises(1), [goodAt]: stays(1_300) },
      { [failing('purge')]: rises(0), [goodAt]: stays(1_100) },
    ],
  },
};
