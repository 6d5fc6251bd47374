import type { Options } from 'k6/options';
import { profile } from './lib/configuration.ts';
import { actForNext, prepareTenants } from './lib/mix.ts';
import { availabilityThreshold, latencyThresholds } from './lib/objectives.ts';

export { handleSummary } from './lib/report.ts';

const { rate, seconds } = profile.stress;
const step = Math.ceil(seconds / 5);

/** In steps to the highest rate that an installation is meant for, and back. */
export const options: Options = {
  scenarios: {
    stress: {
      executor: 'ramping-arrival-rate',
      startRate: Math.ceil(rate / 4),
      timeUnit: '1s',
      preAllocatedVUs: rate,
      stages: [0.5, 0.75, 1, 1, 0.25].map((share) => ({ target: Math.ceil(rate * share), duration: `${step}s` })),
    },
  },
  thresholds: { ...availabilityThreshold, ...latencyThresholds() },
};

export { prepareTenants as setup, actForNext as default };
