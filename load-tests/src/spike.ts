import type { Options } from 'k6/options';
import { profile } from './lib/configuration.ts';
import { actForNext, prepareTenants } from './lib/mix.ts';
import { availabilityThreshold, latencyThresholds } from './lib/objectives.ts';

export { handleSummary } from './lib/report.ts';

const { rate, seconds } = profile.spike;
const calm = Math.ceil(rate / 8);

/** Eight times the load from one second to the next, and back: times are promised for the calm after it. */
export const options: Options = {
  scenarios: {
    before: steady(calm, 0, seconds),
    spike: steady(rate, seconds, Math.ceil(seconds / 2)),
    after: steady(calm, Math.ceil(seconds * 1.5) + 2, seconds),
  },
  thresholds: {
    ...availabilityThreshold,
    ...Object.fromEntries(
      Object.entries(latencyThresholds()).map(([metric, limits]) => [metric.replace('}', ',scenario:after}'), limits]),
    ),
  },
};

export { prepareTenants as setup, actForNext as default };

function steady(perSecond: number, from: number, forSeconds: number) {
  return {
    executor: 'constant-arrival-rate' as const,
    rate: perSecond,
    timeUnit: '1s',
    startTime: `${from}s`,
    duration: `${forSeconds}s`,
    preAllocatedVUs: Math.max(20, perSecond),
  };
}
