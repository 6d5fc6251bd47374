import exec from 'k6/execution';
import type { Options, Scenario } from 'k6/options';
import { client, type Credentials } from './lib/configuration.ts';
import { list } from './lib/list.ts';
import { count, exactly, ofBusiness, ofTokens } from './lib/problems.ts';
import { askForToken, tokenOf } from './lib/token.ts';

export { handleSummary } from './lib/report.ts';

/** Whose limit a request takes from. The caller of k6 gives odd and even virtual users an address each. */
export const options: Options = {
  scenarios: {
    // As many virtual users as make sure that both addresses are among theirs.
    addresses: { executor: 'per-vu-iterations', vus: 12, iterations: 45, maxDuration: '50s', exec: 'addresses' },
    first: shared(700, 20, 'first'),
    second: shared(700, 20, 'second'),
    twoTokens: shared(700, 20, 'twoTokens'),
    forged: shared(45, 1, 'forged'),
    failing: shared(45, 1, 'failing'),
  },
  thresholds: {
    ...exactly({
      first: ofBusiness,
      second: ofBusiness,
      twoTokens: ofBusiness,
      forged: ofTokens,
    }),
    'admitted{of:an address}': ['count==30'],
    'admitted{of:another address}': ['count==30'],
    'unexpected{of:an address}': ['count==0'],
    'unexpected{of:another address}': ['count==0'],
    // A wrong secret is refused with 401 as long as the limit is not reached, and counts into it.
    'admitted{of:failing}': ['count==0'],
    'unexpected{of:failing}': ['count==30'],
    'limited{of:failing}': ['count==15'],
    checks: ['rate==1'],
  },
};

interface Tokens {
  readonly first: string;
  readonly second: string;
  readonly pair: readonly [string, string];
}

export function setup(): Tokens {
  const pair = client(0, 2);
  return { first: tokenOf(client(0, 0)), second: tokenOf(client(0, 1)), pair: [tokenOf(pair), tokenOf(pair)] };
}

/** Two integrations of one tenant have a limit each. */
export function first(tokens: Tokens): void {
  count(list(tokens.first), 'first');
}

export function second(tokens: Tokens): void {
  count(list(tokens.second), 'second');
}

/** Two tokens of one integration share its limit. */
export function twoTokens({ pair }: Tokens): void {
  count(list(exec.scenario.iterationInTest % 2 === 0 ? pair[0] : pair[1]), 'twoTokens');
}

/** One client has a limit for each address. */
export function addresses(): void {
  count(askForToken(client(0, 3)), exec.vu.idInTest % 2 === 1 ? 'an address' : 'another address');
}

/** A caller cannot give itself another address. */
export function forged(): void {
  const address = `203.0.113.${exec.scenario.iterationInTest + 1}`;
  const headers = { 'X-Forwarded-For': address, Forwarded: `for=${address}`, 'X-Real-IP': address };
  count(askForToken(client(0, 4), headers), 'forged');
}

export function failing(): void {
  const wrong: Credentials = { ...client(0, 5), clientSecret: 'rpt_live_wrong' };
  count(askForToken(wrong), 'failing');
}

function shared(iterations: number, vus: number, exec: string): Scenario {
  return { executor: 'shared-iterations', iterations, vus, maxDuration: '50s', exec };
}
