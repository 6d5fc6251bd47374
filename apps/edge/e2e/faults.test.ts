import { describe, expect, test } from 'vitest';
import { percentile, type Attempt } from './attempts.ts';
import type { Part } from './processes.ts';
import { Siege, type Fault } from './siege.ts';
import { askToken } from './tenant.ts';

/** What may be answered for a service or server that is away: try again later, or that the write of this key is under way. */
function isAway({ status, code, retryAfter }: Attempt): boolean {
  const isKnown = code === 'service_unavailable' || code === 'idempotency_in_progress';
  return (status === 503 || status === 409) && isKnown && Number(retryAfter) >= 1;
}

function isUnconnected({ status }: Attempt): boolean {
  return status === undefined;
}

const nothing = (): boolean => false;
const frozenMs = 4_000;
const swiftMs = 250;
/** What a look at a frozen Redis costs whoever takes it. */
const lookMs = 150;

/** The first requests may each have looked at the Redis that is away; what the machine adds is told by the time around it. */
function expectSwift({ attempts }: Siege, { from, to }: Fault): void {
  const during = attempts.between(from, to);
  expect(percentile(during, 0.99)).toBeLessThan(swiftMs + percentile(attempts.outside(from, to), 0.99));
  expect(percentile(during, 0.5)).toBeLessThan(lookMs);
}

/** The token service answers that it is away, and never that a client is wrong. */
async function tokensAreAway(siege: Siege): Promise<void> {
  const answer = await askToken(siege.client);
  expect([200, 503]).toContain(answer.status);
  if (answer.status === 503) {
    expect(answer.body).toMatchObject({ error: 'temporarily_unavailable', code: 'service_unavailable' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
}

describe('while clients write and synchronise, a kill -9', () => {
  const kills: [Part, (attempt: Attempt) => boolean, string][] = [
    ['public-api', isAway, 'is answered by the other process, and costs at most a 503'],
    ['token-service', nothing, 'is not noticed by whoever has a token'],
    ['subscription-service', nothing, 'is not noticed'],
    ['edge', isUnconnected, 'costs connections, which work again when it is back'],
    ['postgres', isAway, 'is answered with 503 until it is back, and nothing is restarted by hand'],
  ];
  test.each(kills)('of %s: nothing lost, doubled or missed', async (part, isExcused) => {
    const siege = await Siege.begin();
    const fault = await siege.kill(part, part === 'token-service' ? () => tokensAreAway(siege) : undefined);
    await siege.end(fault, isExcused);
    expect((await askToken(siege.client)).status).toBe(200);
  });

  test('of Redis is not noticed: nothing is refused or slow, lost, doubled or missed', async () => {
    const siege = await Siege.begin();
    const fault = await siege.kill('redis');
    await siege.end(fault, nothing);
    expectSwift(siege, fault);
  });
});

describe('while clients write and synchronise, a freeze of some seconds', () => {
  const freezes: [Part, (attempt: Attempt) => boolean][] = [
    ['public-api', isAway],
    ['token-service', nothing],
    ['edge', nothing],
    ['postgres', isAway],
  ];
  test.each(freezes)('of %s is shown as degraded: nothing lost, doubled or missed', async (part, isExcused) => {
    const siege = await Siege.begin();
    const fault = await siege.freeze(part, frozenMs);
    await siege.end(fault, isExcused);
  });

  test('of Redis is shown as degraded and not noticed: nothing is refused or slow, lost, doubled or missed', async () => {
    const siege = await Siege.begin();
    const fault = await siege.freeze('redis', frozenMs);
    await siege.end(fault, nothing);
    expectSwift(siege, { ...fault, to: fault.thawedAt });
  });
});
