import type { Options } from 'k6/options';
import { profile } from './lib/configuration.ts';
import { actForNext, prepareTenants } from './lib/mix.ts';
import { availabilityThreshold, latencyThresholds } from './lib/objectives.ts';
import { steady } from './lib/steady.ts';

export { handleSummary } from './lib/report.ts';

/** Many tenants, each within its limit: an answer of 429 is a failure. */
export const options: Options = {
  scenarios: { average: steady(profile.average) },
  thresholds: { ...availabilityThreshold, ...latencyThresholds() },
};

export { prepareTenants as setup, actForNext as default };
