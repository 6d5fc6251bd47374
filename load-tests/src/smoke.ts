import type { Options } from 'k6/options';
import { profile } from './lib/configuration.ts';
import { act, prepareTenants, type Prepared } from './lib/mix.ts';
import { kinds } from './lib/objectives.ts';
import { steady } from './lib/steady.ts';

export { handleSummary } from './lib/report.ts';

/** Every kind of request, one after the other, so many times a second: does the installation work at all? */
export const options: Options = {
  scenarios: { smoke: steady(profile.smoke) },
  thresholds: { http_req_failed: ['rate==0'], iterations: ['count>0'] },
};

export function setup(): Prepared[] {
  return prepareTenants();
}

export default function ([tenant]: readonly [Prepared]): void {
  for (const kind of kinds) {
    act(tenant, kind);
  }
}
