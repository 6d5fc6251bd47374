import type { Judge } from './finding.ts';

/** The slowest hundredth of the quiet tenant's requests is at most half again as slow beside the loud one. */
export const isolationHolds: Judge = async ({ metrics }) => {
  const [alone, beside] = ['alone', 'beside'].map(
    (scenario) => metrics[`http_req_duration{scenario:${scenario}}`]?.values['p(99)'],
  );
  const ratio = (beside ?? Infinity) / (alone ?? 0);
  return [
    {
      promised: `p99 of a tenant beside another at twice its limit is at most ${ratioMax} times that of the tenant alone`,
      came: `${beside?.toFixed(1)} ms beside, ${alone?.toFixed(1)} ms alone: ${ratio.toFixed(2)}`,
      holds: ratio <= ratioMax,
    },
  ];
};

const ratioMax = 1.5;
