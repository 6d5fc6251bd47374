import type { Options } from 'k6/options';
import { profile } from './lib/configuration.ts';
import { actForNext, prepareTenants } from './lib/mix.ts';
import { availabilityThreshold, latencyThresholds } from './lib/objectives.ts';
import { steady } from './lib/steady.ts';

export { handleSummary } from './lib/report.ts';

/** A steady load for long. What the memory of each service does meanwhile is judged beside the times. */
export const options: Options = {
  scenarios: { soak: steady(profile.soak) },
  thresholds: { ...availabilityThreshold, ...latencyThresholds() },
};

export { prepareTenants as setup, actForNext as default };
