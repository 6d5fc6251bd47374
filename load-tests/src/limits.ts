import type { Options } from 'k6/options';
import { client } from './lib/configuration.ts';
import { list } from './lib/list.ts';
import { count, exactly, ofBusiness, ofTokens } from './lib/problems.ts';
import { askForToken, tokenOf } from './lib/token.ts';

export { handleSummary } from './lib/report.ts';

/** One integration sends 700 requests at once, another client asks 45 times for a token. */
export const options: Options = {
  scenarios: {
    business: { executor: 'shared-iterations', iterations: 700, vus: 20, maxDuration: '50s', exec: 'business' },
    token: { executor: 'shared-iterations', iterations: 45, vus: 5, maxDuration: '50s', exec: 'token' },
  },
  thresholds: {
    ...exactly({ business: ofBusiness, token: ofTokens }),
    checks: ['rate==1'],
  },
};

export function setup(): string {
  return tokenOf(client(0));
}

export function business(token: string): void {
  count(list(token), 'business');
}

export function token(): void {
  count(askForToken(client(0, 1)), 'token');
}
