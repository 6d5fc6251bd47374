/** A plot of the dashboard. */
export interface Panel {
  readonly title: string;
  /** As Grafana calls it. */
  readonly unit: 'reqps' | 'ops' | 's' | 'short' | 'bytes' | 'percentunit';
  /** The questions to Prometheus, by the name that each line gets. */
  readonly lines: Readonly<Record<string, string>>;
}

const seconds = 'http_server_request_duration_seconds';
const statementSeconds = 'database_statement_duration_seconds';

/** The panels, row by row: what callers see, then the way of a change, then what the platform runs on. */
export const rows: Readonly<Record<string, readonly Panel[]>> = {
  'What callers see': [
    {
      title: 'Requests by status',
      unit: 'reqps',
      lines: { '{{http_response_status_code}}': `sum by (http_response_status_code) (${rate(`${seconds}_count`)})` },
    },
    {
      title: 'Time of an answer',
      unit: 's',
      lines: {
        median: quantile(0.5, `sum by (le) (${rate(`${seconds}_bucket`)})`),
        '99 of 100': quantile(0.99, `sum by (le) (${rate(`${seconds}_bucket`)})`),
      },
    },
    {
      title: 'Busiest routes',
      unit: 'reqps',
      lines: {
        '{{http_request_method}} {{http_route}}': `topk(10, sum by (http_request_method, http_route) (${rate(`${seconds}_count`)}))`,
      },
    },
    {
      title: 'Slowest routes, 99 of 100 answers',
      unit: 's',
      lines: {
        '{{http_route}}': `topk(10, ${quantile(0.99, `sum by (le, http_route) (${rate(`${seconds}_bucket`)})`)})`,
      },
    },
    {
      title: 'Answers of the edge in place of a service',
      unit: 'reqps',
      lines: { '{{proxy}}': `sum by (proxy) (${rate('haproxy_backend_http_responses_total', 'code="5xx"')})` },
    },
    {
      title: 'Tokens given and refused',
      unit: 'ops',
      lines: {
        given: `sum(${rate('token_issued_total')})`,
        'refused: {{reason}}': `sum by (reason) (${rate('token_denied_total')})`,
      },
    },
  ],
  'The way of a change': [
    {
      title: 'Rows that wait in the outbox',
      unit: 'short',
      lines: { '{{cell}}': `max by (cell) (${series('change_feed_outbox_rows')})` },
    },
    {
      title: 'Age of the oldest row in the outbox',
      unit: 's',
      lines: { '{{cell}}': `max by (cell) (${series('change_feed_outbox_age_seconds')})` },
    },
    {
      title: 'From the commit to the feed',
      unit: 's',
      lines: {
        median: quantile(0.5, `sum by (le) (${rate('change_feed_move_seconds_bucket')})`),
        '99 of 100': quantile(0.99, `sum by (le) (${rate('change_feed_move_seconds_bucket')})`),
      },
    },
    {
      title: 'Age of the oldest mail that is due',
      unit: 's',
      lines: {
        'to a {{of}}': `max by (of) (${series('mail_oldest_seconds')})`,
        marketing: `max(${series('marketing_mail_late_seconds')})`,
      },
    },
  ],
  'What the platform runs on': [
    {
      title: 'Connections to the databases',
      unit: 'short',
      lines: { '{{database}} {{state}}': `sum by (database, state) (${series('database_connections')})` },
    },
    {
      title: 'Slowest statements, 99 of 100',
      unit: 's',
      lines: {
        '{{statement}}': `topk(10, ${quantile(0.99, `sum by (le, statement) (${rate(`${statementSeconds}_bucket`)})`)})`,
      },
    },
    { title: 'Processors in use', unit: 'percentunit', lines: { '{{instance}}': rate('process_cpu_seconds_total') } },
    {
      title: 'Memory of the processes',
      unit: 'bytes',
      lines: { '{{instance}}': series('process_resident_memory_bytes') },
    },
    {
      title: 'Lateness of the event loop, 99 of 100',
      unit: 's',
      lines: { '{{instance}}': series('nodejs_eventloop_lag_p99_seconds') },
    },
    {
      title: 'Connections of callers',
      unit: 'short',
      lines: { '{{instance}}': series('haproxy_process_current_connections') },
    },
    {
      title: 'Memory of Redis',
      unit: 'bytes',
      lines: {
        used: `max(${series('redis_memory_used_bytes')})`,
        bound: `max(${series('redis_memory_max_bytes')})`,
      },
    },
    {
      title: 'Lost log lines and spans',
      unit: 'ops',
      lines: { 'log lines': `sum(${rate('log_lines_lost_total')})`, spans: `sum(${rate('spans_lost_total')})` },
    },
  ],
};

/** A metric in the namespaces that the reader chose: all of them show what has none too, as on a machine of one's own. */
function series(metric: string, ...more: readonly string[]): string {
  return `${metric}{${['namespace=~"$namespace"', ...more].join(',')}}`;
}

function rate(counter: string, ...more: readonly string[]): string {
  return `rate(${series(counter, ...more)}[$__rate_interval])`;
}

function quantile(share: number, buckets: string): string {
  return `histogram_quantile(${share}, ${buckets})`;
}
