import type { Metrics } from '@rapport/telemetry';
import type { ProcessShares } from './process-shares.ts';

/** The first shares of a process are those of its callers; its later servers have none that wait. */
export function measureShares({ slots, bodies, answers }: ProcessShares, metrics: Metrics): void {
  metrics.gauge({
    name: 'http_requests_under_work',
    help: 'Requests that have a place, and those that wait for one.',
    labelNames: ['state'],
    read: () => [
      [{ state: 'working' }, slots.working],
      [{ state: 'waiting' }, slots.waiting],
    ],
  });
  metrics.gauge({
    name: 'http_shared_bytes',
    help: 'Memory that holds bodies which are coming in, and answers which are not yet read.',
    labelNames: ['of'],
    read: () => [
      [{ of: 'bodies' }, bodies.bytes],
      [{ of: 'answers' }, answers.bytes],
    ],
  });
}
