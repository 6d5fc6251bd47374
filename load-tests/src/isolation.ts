import { fail } from 'k6';
import type { Options } from 'k6/options';
import { profile } from './lib/configuration.ts';
import { act, drawn, prepareTenants, type Prepared } from './lib/mix.ts';
import { steady } from './lib/steady.ts';

export { handleSummary } from './lib/report.ts';

const { rate, seconds } = profile.isolation;
/** The limit of the loud tenant is 600 a minute, and it sends twice as much. */
const loudRate = 20;
const besideFrom = seconds + 5;

/** A quiet tenant alone, and the same beside a loud one. That the times of both halves agree is judged afterwards. */
export const options: Options = {
  scenarios: {
    alone: steady({ rate, seconds }),
    beside: steady({ rate, seconds, from: besideFrom }),
    loud: { ...steady({ rate: loudRate, seconds, from: besideFrom, underWay: 50 }), exec: 'loud' },
  },
  thresholds: {
    'http_req_failed{scenario:alone}': ['rate==0'],
    'http_req_failed{scenario:beside}': ['rate==0'],
    'http_req_duration{scenario:alone}': ['max>=0'],
    'http_req_duration{scenario:beside}': ['max>=0'],
  },
};

export { prepareTenants as setup };

export default function ([, tenant = fail('there is no quiet tenant')]: readonly Prepared[]): void {
  act(tenant, drawn());
}

export function loud([tenant = fail('there is no loud tenant')]: readonly Prepared[]): void {
  act(tenant, drawn());
}
