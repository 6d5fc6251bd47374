import { objectives } from '@rapport/load-tests/objectives';
import type { Alert } from './alert.ts';

/**
 * The objective lets a share of requests fail. The first alert says that they fail 14.4 times as often for an hour, so that
 * what a month allows would be gone in two days; the second, that they fail more often than allowed over three days. The
 * short range ends an alert soon after its cause, and a few failures in a quiet hour are none.
 */
export const availabilityAlerts: readonly Alert[] = [
  { name: 'AvailabilityBurnedFast', expr: burned(14.4, '1h', '5m'), isPage: true },
  { name: 'AvailabilityBurnedSlowly', expr: burned(1, '3d', '6h') },
];

function burned(times: number, long: string, short: string): string {
  const share = Number((times * (1 - objectives.availability.share)).toPrecision(3));
  return [
    ...[long, short].map((range) => `${failed('rate', range)} > ${share} * ${answered('rate', range)}`),
    `${failed('increase', long)} > 10`,
  ].join('\n  and ');
}

/** A caller above its share of requests is refused for its own doing. */
function failed(by: 'rate' | 'increase', range: string): string {
  return `(${answered(by, range, '{code="5xx"}')} - sum(${by}(haproxy_backend_requests_denied_total[${range}])))`;
}

function answered(by: 'rate' | 'increase', range: string, labels = ''): string {
  return `sum(${by}(haproxy_backend_http_responses_total${labels}[${range}]))`;
}
