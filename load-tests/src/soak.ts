import type { Options } from 'k6/options';
import { profile } from './lib/configuration.ts';
import { actForNext, prepareTenants } from './lib/mix.ts';
import { availabilityThreshold, latencyThresholds } from './lib/objectives.ts';

export { handleSummary } from './lib/report.ts';

const { rate, seconds } = profile.soak;

/** The same load for long. What the memory of each service does meanwhile is judged beside the times. */
export const options: Options = {
  scenarios: {
    soak: { executor: 'constant-arrival-rate', rate, timeUnit: '1s', duration: `${seconds}s`, preAllocatedVUs: rate },
  },
  thresholds: { ...availabilityThreshold, ...latencyThresholds() },
};

export { prepareTenants as setup, actForNext as default };
