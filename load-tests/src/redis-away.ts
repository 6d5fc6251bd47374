import type { Options, Scenario } from 'k6/options';
import { begun } from './lib/begun.ts';
import { client, replicasOf } from './lib/configuration.ts';
import { list } from './lib/list.ts';
import { count, exactly, ofBusiness } from './lib/problems.ts';
import { redisBurst, redisTimes } from './lib/redis-times.ts';
import { tokenOf } from './lib/token.ts';

export { handleSummary } from './lib/report.ts';

const insured = `count<=${ofBusiness.admitted * replicasOf('public-api')}`;

/**
 * Redis is killed, comes back, and is frozen later. While it is away each process holds the limit for itself, and a
 * window after its return the limit is exact again.
 */
export const options: Options = {
  scenarios: {
    killed: burst(redisTimes.killedBurst, 'killed'),
    afterKill: burst(redisTimes.afterKillBurst, 'afterKill'),
    frozen: burst(redisTimes.frozenBurst, 'frozen'),
    afterFreeze: burst(redisTimes.afterFreezeBurst, 'afterFreeze'),
  },
  thresholds: {
    ...exactly({ afterKill: ofBusiness, afterFreeze: ofBusiness }),
    'admitted{of:killed}': [insured],
    'unexpected{of:killed}': ['count==0'],
    'admitted{of:frozen}': [insured],
    'unexpected{of:frozen}': ['count==0'],
    checks: ['rate==1'],
  },
};

interface Tokens {
  readonly killed: string;
  readonly frozen: string;
}

export function setup(): Tokens {
  return begun({ killed: tokenOf(client(0)), frozen: tokenOf(client(1)) });
}

export function killed(tokens: Tokens): void {
  count(list(tokens.killed), 'killed');
}

export function afterKill(tokens: Tokens): void {
  count(list(tokens.killed), 'afterKill');
}

export function frozen(tokens: Tokens): void {
  count(list(tokens.frozen), 'frozen');
}

export function afterFreeze(tokens: Tokens): void {
  count(list(tokens.frozen), 'afterFreeze');
}

function burst(startSeconds: number, exec: string): Scenario {
  return {
    executor: 'shared-iterations',
    iterations: redisBurst,
    vus: 20,
    startTime: `${startSeconds}s`,
    maxDuration: '40s',
    exec,
  };
}
