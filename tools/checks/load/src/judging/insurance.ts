import { redisBurst } from '@rapport/load-tests/redis-times';
import type { Judge } from './finding.ts';

const outages = 2;

/**
 * While Redis is away the metric of the insurance rises, so that operators see it. A killed Redis that answers before it
 * is killed again counts anew, and then the run says nothing of the limit.
 */
export const insuranceCounted: Judge = async ({ moments }) => {
  const sums = moments.map(({ processes }) => processes.reduce((sum, { insured }) => sum + (insured ?? 0), 0));
  const [first = 0, last = 0] = [sums[0], Math.max(...sums, 0)];
  const answered = outages * redisBurst - (last - first);
  return [
    {
      promised: 'ratelimit_insured_total rises while Redis is away',
      came: `${first}, then ${last}`,
      holds: last > first,
    },
    {
      promised: 'Redis stays away for each request of the two outages',
      came: `Redis answered ${answered} of the ${outages * redisBurst} requests that were sent while it was to be away`,
      holds: answered <= 0 || last === first,
      voids: true,
    },
  ];
};
