import { check, sleep } from 'k6';
import type { Options } from 'k6/options';
import { Trend } from 'k6/metrics';
import { client } from './lib/configuration.ts';
import { list } from './lib/list.ts';
import { count } from './lib/problems.ts';
import { tokenOf } from './lib/token.ts';

export { handleSummary } from './lib/report.ts';

/**
 * 660 requests a minute for four minutes, over the borders of every window. How many were let in within any minute is
 * counted afterwards, from the times of each. Beside it a lone client uses up its limit and waits as it is asked to.
 */
export const options: Options = {
  scenarios: {
    over: {
      executor: 'constant-arrival-rate',
      rate: 660,
      timeUnit: '1m',
      duration: '4m',
      preAllocatedVUs: 20,
      exec: 'over',
    },
    lone: { executor: 'per-vu-iterations', vus: 1, iterations: 5, maxDuration: '6m', exec: 'lone' },
  },
  thresholds: {
    'limited{of:over}': ['count>0'],
    'unexpected{of:over}': ['count==0'],
    checks: ['rate==1'],
  },
};

const answered = new Trend('let_in_answered', true);

interface Tokens {
  readonly over: string;
  readonly lone: string;
}

export function setup(): Tokens {
  return { over: tokenOf(client(0)), lone: tokenOf(client(1)) };
}

/** The time of the answer is the value, and the time of the request its tag, because each pair is looked at. */
export function over(tokens: Tokens): void {
  const sentAt = Date.now();
  if (count(list(tokens.over), 'over')) {
    answered.add(Date.now(), { sent: String(sentAt) });
  }
}

/** The limit of this client is 60 a minute. */
export function lone(tokens: Tokens): void {
  for (;;) {
    const answer = list(tokens.lone);
    if (answer.status === 429) {
      sleep(Number(answer.headers['Retry-After']));
      check(list(tokens.lone), { 'a client that waits Retry-After gets in': ({ status }) => status === 200 });
      return;
    }
  }
}
