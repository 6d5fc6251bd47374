import type { Options } from 'k6/options';
import { profile } from './lib/configuration.ts';
import { actForNext, prepareTenants } from './lib/mix.ts';
import { availabilityThreshold, latencyThresholds } from './lib/objectives.ts';
import { steady } from './lib/steady.ts';

export { handleSummary } from './lib/report.ts';

const { rate, seconds } = profile.spike;
const calm = Math.ceil(rate / 8);

/** Eight times the load from one second to the next, and back: times are promised for the calm after it. */
export const options: Options = {
  scenarios: {
    before: steady({ rate: calm, seconds }),
    spike: steady({ rate, seconds: Math.ceil(seconds / 2), from: seconds }),
    after: steady({ rate: calm, seconds, from: Math.ceil(seconds * 1.5) + 2 }),
  },
  thresholds: {
    ...availabilityThreshold,
    ...Object.fromEntries(
      Object.entries(latencyThresholds()).map(([metric, limits]) => [metric.replace('}', ',scenario:after}'), limits]),
    ),
  },
};

export { prepareTenants as setup, actForNext as default };
