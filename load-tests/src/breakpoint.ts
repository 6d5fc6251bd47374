import type { Options } from 'k6/options';
import { profile } from './lib/configuration.ts';
import { actForNext, prepareTenants } from './lib/mix.ts';
import { availabilityThreshold, latencyThresholds } from './lib/objectives.ts';

export { handleSummary } from './lib/report.ts';

const { rate, seconds } = profile.breakpoint;

/** More and more requests until an objective breaks. The run ends there, and says at which rate and what was full. */
export const options: Options = {
  scenarios: {
    breakpoint: {
      executor: 'ramping-arrival-rate',
      startRate: 10,
      timeUnit: '1s',
      preAllocatedVUs: 200,
      maxVUs: 1_000,
      stages: [{ target: rate, duration: `${seconds}s` }],
    },
  },
  thresholds: Object.fromEntries(
    Object.entries({ ...availabilityThreshold, ...latencyThresholds() }).map(([metric, limits]) => [
      metric,
      limits.map((threshold) => ({ threshold, abortOnFail: true, delayAbortEval: '10s' })),
    ]),
  ),
};

export { prepareTenants as setup, actForNext as default };
