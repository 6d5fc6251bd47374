import type { Judge } from './finding.ts';

/** While Redis is away the metric of the insurance rises, so that operators see it. */
export const insuranceCounted: Judge = async ({ moments }) => {
  const sums = moments.map(({ processes }) => processes.reduce((sum, { insured }) => sum + (insured ?? 0), 0));
  const [first = 0, last = 0] = [sums[0], Math.max(...sums, 0)];
  return [
    {
      promised: 'ratelimit_insured_total rises while Redis is away',
      came: `${first}, then ${last}`,
      holds: last > first,
    },
  ];
};
