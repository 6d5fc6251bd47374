import type { Options } from 'k6/options';
import { client } from './lib/configuration.ts';
import { list } from './lib/list.ts';
import { count } from './lib/problems.ts';
import { tokenOf } from './lib/token.ts';

export { handleSummary } from './lib/report.ts';

/** 590 requests a minute: at 600 the jitter of two requests that are 60 s apart would decide. */
export const options: Options = {
  scenarios: {
    steady: {
      executor: 'constant-arrival-rate',
      rate: 590,
      timeUnit: '1m',
      duration: '3m',
      preAllocatedVUs: 20,
    },
  },
  thresholds: {
    'limited{of:steady}': ['count==0'],
    'unexpected{of:steady}': ['count==0'],
  },
};

export function setup(): string {
  return tokenOf(client(0));
}

export default function (token: string): void {
  count(list(token), 'steady');
}
