import type { Alert } from './alert.ts';
import { availabilityAlerts } from './availability.ts';

/** Every alert, by the runbook that it leads to, in the order in which that shows them. */
export const alerts: Readonly<Record<string, readonly Alert[]>> = {
  availability: availabilityAlerts,
  'batches-refused': [
    {
      name: 'BatchItemsRefused',
      expr: `sum(rate(batch_item_outcomes_total{outcome!~"created|updated"}[15m]))
  / sum(rate(batch_item_outcomes_total[15m])) > 0.5`,
      for: '30m',
    },
  ],
  'cell-restored': [{ name: 'CellLostCommits', expr: 'max by (cell) (database_cell_turns_lost) > 2', isPage: true }],
  'cell-work-failing': [
    { name: 'CellWorkResting', expr: 'max by (kind) (cell_work_failing{state="resting"}) > 0' },
    { name: 'CellWorkFailing', expr: 'max by (kind) (cell_work_failing{state="trying"}) > 0', for: '5m' },
    {
      name: 'CreationsNotTakenBack',
      expr: 'sum(increase(tenant_creations_not_taken_back_total[5m])) > 20',
    },
  ],
  'cells-nearly-full': [
    {
      name: 'CellsNearlyFull',
      expr: 'sum(max by (cell) (cell_tenants)) > 0.9 * sum(max by (cell) (cell_tenants_max))',
    },
  ],
  'consumer-lag': [
    { name: 'ConsumerLag', expr: 'sum by (group) (event_bus_lag{group="change-feed"}) > 10000', for: '5m' },
    {
      name: 'ConsumerFailing',
      expr: 'rate(event_bus_handler_failures_total{group="change-feed"}[5m]) > 0',
      for: '5m',
    },
    {
      name: 'ChangesMovedLate',
      expr: 'histogram_quantile(0.99, sum by (le) (rate(change_feed_move_seconds_bucket[5m]))) > 1',
      for: '10m',
    },
  ],
  'control-restored': [
    {
      name: 'DatabaseRefusesForUnknownReasons',
      expr: 'sum by (database) (rate(database_unavailable_total{reason="unknown"}[5m])) > 0',
      for: '1m',
    },
    {
      name: 'ResumedCellWorkFails',
      expr: 'sum(rate(cell_work_resumed_total{outcome="failed"}[5m])) > 0',
      for: '5m',
    },
  ],
  'credential-guessing': [
    {
      name: 'CredentialsGuessed',
      expr: 'sum(rate(token_denied_total{reason=~"bad_secret|unknown_client|unminted|expired_secret"}[5m])) > 5',
      for: '5m',
    },
    {
      name: 'TokensDenied',
      expr: `sum(rate(token_denied_total[15m])) / sum(rate(token_issued_total[15m])) > 0.5
  and sum(increase(token_denied_total[15m])) > 20`,
      for: '15m',
    },
    { name: 'TokensRateLimited', expr: 'sum(rate(token_rate_limited_total[5m])) > 5', for: '5m' },
    { name: 'CredentialsInQueries', expr: 'increase(token_denied_total{reason="credentials_in_query"}[1h]) > 0' },
  ],
  'definitions-read-too-often': [
    {
      name: 'DefinitionsReadTooOften',
      expr: 'sum by (instance) (rate(custom_field_definitions_loads_total[5m])) > 20',
      for: '10m',
    },
  ],
  'deletion-stands-still': [
    { name: 'DeletionStandsStill', expr: 'max(tenant_deletion_oldest_seconds) > 3600', for: '5m' },
  ],
  'disk-full': [
    {
      name: 'DiskOfDatabaseFull',
      expr: 'sum by (database) (increase(database_unavailable_total{reason="disk_full"}[5m])) > 0',
      isPage: true,
    },
    { name: 'LogLinesLost', expr: 'sum(increase(log_lines_lost_total[5m])) > 0' },
  ],
  edge: [
    {
      name: 'EdgeAnswersForService',
      expr: 'sum by (proxy) (rate(haproxy_backend_http_responses_total{code="5xx"}[2m])) > 1',
      for: '1m',
    },
    {
      name: 'EdgeWithoutServers',
      expr: 'min by (proxy) (haproxy_backend_active_servers{proxy!="requests"}) == 0',
      for: '1m',
      isPage: true,
    },
    {
      name: 'EdgeDeniesConnections',
      expr: 'rate(haproxy_frontend_denied_connections_total{proxy="address"}[2m]) > 10',
      for: '5m',
    },
    {
      name: 'EdgeNearlyFull',
      expr: 'haproxy_process_current_connections / haproxy_process_max_connections > 0.8',
      for: '1m',
    },
    { name: 'EdgeAway', expr: 'absent(haproxy_process_max_connections)', for: '1m', isPage: true },
  ],
  exports: [
    { name: 'ExportFailed', expr: 'sum(increase(exports_total{outcome="failed"}[1h])) > 0' },
    { name: 'ExportWaits', expr: 'max(exports_waiting_seconds) > 3600' },
  ],
  'kafka-away': [
    {
      name: 'KafkaTakesNoChanges',
      expr: 'rate(event_bus_publish_failures_total{topic="rapport.changes"}[2m]) > 0',
      for: '2m',
    },
  ],
  'mails-not-sent': [
    { name: 'MailsToPersonsLate', expr: 'max(mail_oldest_seconds{of="person"}) > 300', for: '5m' },
    { name: 'MailsOfTenantsLate', expr: 'max(mail_oldest_seconds{of="tenant"}) > 3600', for: '5m' },
    { name: 'MailGivenUp', expr: 'increase(mail_deliveries_total{outcome="given_up"}[1h]) > 0' },
    {
      name: 'NoMailSent',
      expr: `sum(rate(mail_deliveries_total{outcome="failed"}[15m])) > 0
  and sum(rate(mail_deliveries_total{outcome="sent"}[15m])) == 0`,
      for: '15m',
    },
  ],
  'marketing-mails': [
    { name: 'MarketingMailsLate', expr: 'max by (cell) (marketing_mail_late_seconds) > 60', for: '5m' },
    {
      name: 'NoMarketingMailTaken',
      expr: `sum(rate(marketing_mail_deliveries_total{outcome=~"refusedForNowByServer|notBegun"}[5m])) > 0
  and sum(rate(marketing_mail_deliveries_total{outcome="taken"}[5m])) == 0`,
      for: '10m',
    },
    { name: 'MarketingMailClaimsLost', expr: 'increase(marketing_mail_lost_claims_total[15m]) > 0' },
    {
      name: 'MarketingMailsInDoubt',
      expr: 'increase(marketing_mail_deliveries_total{outcome="inDoubt"}[15m]) > 20',
    },
    {
      name: 'MarketingMailAddressesGone',
      expr: `sum(increase(marketing_mail_deliveries_total{outcome="refusedForGoodByRecipient"}[15m])) > 20
  and sum(increase(marketing_mail_deliveries_total{outcome="refusedForGoodByRecipient"}[15m]))
    > 0.1 * sum(increase(marketing_mail_deliveries_total{outcome=~"taken|refused.*"}[15m]))`,
    },
    {
      name: 'MarketingMailTurnsFail',
      expr: 'increase(background_failures_total{work="send marketing mails"}[15m]) > 10',
    },
  ],
  'names-behind': [
    { name: 'NamesBehind', expr: 'max by (cell) (fan_out_age_seconds) > 60', for: '2m' },
    { name: 'NamesFarBehind', expr: 'max by (cell) (fan_out_age_seconds) > 900', isPage: true },
    { name: 'NamesFail', expr: 'sum by (cell) (rate(fan_out_failures_total[5m])) > 0.1', for: '5m' },
  ],
  'no-leader': [
    {
      name: 'CellWithoutLeader',
      expr: 'sum by (cell) (change_feed_leader) == 0 or absent(change_feed_leader)',
      for: '1m',
    },
  ],
  'outbox-grows': [
    { name: 'OutboxOld', expr: 'max by (cell) (change_feed_outbox_age_seconds) > 5', for: '1m' },
    { name: 'OutboxLarge', expr: 'max by (cell) (change_feed_outbox_rows) > 1e6', for: '5m', isPage: true },
  ],
  'password-guessing': [
    {
      name: 'PasswordsGuessed',
      expr: 'sum(rate(sign_in_total{outcome=~"wrong_pair|too_many_failures"}[5m])) > 2',
      for: '10m',
    },
    {
      name: 'SignInsOfForeignForms',
      expr: 'sum(rate(sign_in_total{outcome="foreign_form"}[5m])) > 1',
      for: '15m',
    },
    { name: 'PasswordChecksWait', expr: 'max(password_checks_waiting) > 32', for: '5m' },
    { name: 'GuessesCountedInProcess', expr: 'increase(failure_log_insured_total[5m]) > 0', for: '10m' },
  ],
  'poison-event': [
    { name: 'ChangesSetAside', expr: 'max by (cell) (change_feed_parked_events) > 0' },
    { name: 'ChangeSetAside', expr: 'increase(change_feed_parked_total[10m]) > 0' },
  ],
  'purge-behind': [
    {
      name: 'PurgeBehind',
      expr: 'time() - max by (cell) (change_feed_purged_timestamp_seconds) > 3600',
      for: '30m',
    },
    { name: 'PurgeFails', expr: 'rate(change_feed_purge_failures_total[15m]) > 0', for: '30m' },
  ],
  'redis-memory': [
    {
      name: 'RedisFillsUp',
      expr: 'max(redis_memory_used_bytes) / max(redis_memory_max_bytes > 0) > 0.7',
      for: '5m',
    },
    {
      name: 'RedisNearlyFull',
      expr: 'max(redis_memory_used_bytes) / max(redis_memory_max_bytes > 0) > 0.95',
      for: '1m',
      isPage: true,
    },
    { name: 'RedisAway', expr: 'sum(rate(redis_away_total{reason="known"}[2m])) > 0', for: '5m', isPage: true },
    {
      name: 'RedisWithoutBound',
      expr: 'max(redis_memory_max_bytes) == 0 and max(redis_memory_used_bytes) > 0',
      for: '5m',
    },
  ],
  'relay-lag': [{ name: 'RelayLag', expr: 'max by (cell) (change_feed_relay_lag_seconds) > 5', for: '1m' }],
  'sign-ups-near-their-limits': [
    {
      name: 'SignUpsOfHourHalfUsed',
      expr: 'sum(increase(signups_total[1h])) > 0.5 * max(signup_limit{limit="hour"})',
    },
    {
      name: 'UnverifiedTenantsHalfUsed',
      expr: 'max(signup_unverified_tenants) > 0.5 * max(signup_limit{limit="unverified"})',
    },
  ],
  'signing-keys': [
    { name: 'SigningKeyOverdue', expr: 'max(signing_key_rotation_overdue_seconds) > 3600', for: '10m' },
    {
      name: 'SigningKeysNotRead',
      expr: 'max by (work) (rate(background_failures_total{work=~"read (signing|public) keys"}[5m])) > 0',
      for: '10m',
    },
    {
      name: 'NoSpareSigningKey',
      expr: 'max(signing_keys{state="spare"}) == 0 or absent(signing_keys{state="spare"})',
      for: '10m',
    },
  ],
  'subscriptions-due': [
    {
      name: 'SubscriptionsDueFail',
      expr: `sum(increase(subscriptions_due_total{outcome="failed"}[5m])) > 0
  or sum(increase(background_failures_total{work="do what is due"}[5m])) > 0`,
      for: '5m',
    },
  ],
  'tenants-not-migrated': [{ name: 'TenantsNotMigrated', expr: 'max by (cell) (database_tenants_not_migrated) > 0' }],
  'timeline-behind': [
    {
      name: 'TimelinesBehind',
      expr: 'histogram_quantile(0.95, sum by (le) (rate(change_feed_move_seconds_bucket[5m]))) > 10',
      for: '5m',
    },
    { name: 'TimelinesWait', expr: 'max by (cell) (change_feed_outbox_age_seconds) > 30', for: '5m' },
  ],
  'token-audit': [
    { name: 'TokenAuditBehind', expr: 'max by (instance) (token_audit_buffered_rows) > 2000', for: '1m' },
    { name: 'TokenAuditLost', expr: 'increase(token_audit_dropped_total[10m]) > 0' },
    {
      name: 'TokenAuditStands',
      expr: 'sum(rate(token_issued_total[10m])) > 0 and sum(rate(token_audit_rows_total[10m])) == 0',
      for: '10m',
    },
  ],
  'usage-not-written': [
    {
      name: 'UsageNotWritten',
      expr: 'sum by (instance) (increase(background_failures_total{work="write usage"}[5m])) > 15',
    },
    { name: 'UsageLost', expr: 'increase(usage_lost_total[10m]) > 0' },
    {
      name: 'RecordsNotCounted',
      expr: `sum by (cell) (increase(record_count_failures_total[5m])) > 20
  or sum by (cell) (increase(background_failures_total{work="count records"}[5m])) > 20`,
    },
  ],
  'work-stands': [
    {
      name: 'WorkStands',
      expr: `sum by (work, cell) (increase(background_failures_total[30m])) > 0
  unless time() - max by (work, cell) (background_last_good_timestamp_seconds) < 1200`,
    },
  ],
};
