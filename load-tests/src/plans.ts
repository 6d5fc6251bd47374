import type { Options } from 'k6/options';
import { client } from './lib/configuration.ts';
import { list } from './lib/list.ts';
import { count, exactly } from './lib/problems.ts';
import { tokenOf } from './lib/token.ts';

export { handleSummary } from './lib/report.ts';

/** Tenants whose limits are their own: one small, one so large that the limiter counts it in cells. */
export const options: Options = {
  scenarios: {
    small: { executor: 'shared-iterations', iterations: 100, vus: 5, maxDuration: '50s', exec: 'small' },
    large: { executor: 'shared-iterations', iterations: 12_000, vus: 50, maxDuration: '55s', exec: 'large' },
  },
  thresholds: {
    ...exactly({ small: { admitted: 60, limited: 40 }, large: { admitted: 10_000, limited: 2_000 } }),
    checks: ['rate==1'],
  },
};

interface Tokens {
  readonly small: string;
  readonly large: string;
}

export function setup(): Tokens {
  return { small: tokenOf(client(0)), large: tokenOf(client(1)) };
}

export function small(tokens: Tokens): void {
  ask(tokens, 'small');
}

export function large(tokens: Tokens): void {
  ask(tokens, 'large');
}

function ask(tokens: Tokens, name: keyof Tokens): void {
  count(list(tokens[name]), name);
}
