import exec from 'k6/execution';
import { fail } from 'k6';
import type { Options } from 'k6/options';
import { begun } from './lib/begun.ts';
import { profile } from './lib/configuration.ts';
import { act, bodyOf, drawn, prepareTenants, send, type Prepared } from './lib/mix.ts';
import { steady } from './lib/steady.ts';

export { handleSummary } from './lib/report.ts';

/**
 * A steady load while one process after the other restarts. Every request may be repeated, a create by its key, so none
 * but 2xx is allowed.
 */
export const options: Options = {
  scenarios: {
    rollout: steady({ ...profile.rollout, underWay: 2 * profile.rollout.rate }),
  },
  thresholds: { http_req_failed: ['rate==0'] },
};

export function setup(): Prepared[] {
  return begun(prepareTenants());
}

export default function (prepared: readonly Prepared[]): void {
  const tenant = prepared[exec.scenario.iterationInTest % prepared.length] ?? fail('there are no tenants');
  const key = { 'idempotency-key': `${exec.scenario.name} ${exec.scenario.iterationInTest}` };
  if (exec.scenario.iterationInTest % batchEvery === 0) {
    const items = Array.from({ length: batchItems }, (_, n) => bodyOf(`In a batch ${n}`));
    send(tenant.token, 'create', 'POST', '/api/v1/customers/batch', { items }, key);
    return;
  }
  const kind = drawn();
  if (kind === 'create' || kind === 'delete') {
    send(tenant.token, 'create', 'POST', '/api/v1/customers', bodyOf('Created'), key);
    return;
  }
  act(tenant, kind);
}

// Requests that take long are there, so that one is under way whenever a process ends.
const batchEvery = 5;
const batchItems = 40;
