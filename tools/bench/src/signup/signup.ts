import {
  done,
  median,
  newEmail,
  newSignup,
  percentile,
  postSignup,
  Tenant,
  type TemporaryPlatform,
} from '@rapport/testbed';
import { onPlatform } from '../core/bench-platform.ts';
import { table } from '../core/table.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';

/** The time of a sign-up whose address is unknown, and of one whose address has a verified identity, by turns. */
export function benchSignup({ rounds = 200 }: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  return onPlatform({ say, settings: { 'subscription-service': roomForSignups } }, async (platform) => {
    const known = await verifiedAddresses(platform, rounds + warmRounds);
    const [ofUnknown, ofKnown]: [number[], number[]] = [[], []];
    for (const [round, address] of known.entries()) {
      const unknownMs = await timeOf(platform, newEmail());
      const knownMs = await timeOf(platform, address);
      if (round >= warmRounds) {
        ofUnknown.push(unknownMs);
        ofKnown.push(knownMs);
      }
    }
    return outcomeOf(ofUnknown, ofKnown);
  });
}

function outcomeOf(ofUnknown: readonly number[], ofKnown: readonly number[]): BenchOutcome {
  const figures = [ofUnknown, ofKnown].map((times) => ({ medianMs: median(times), p95Ms: percentile(times, 0.95) }));
  const [unknown, known] = figures.map(({ medianMs, p95Ms }) => [medianMs.toFixed(0), p95Ms.toFixed(0)]);
  const apart = ((median(ofKnown) / median(ofUnknown) - 1) * 100).toFixed(1);
  const rows = [
    ['unknown', ...(unknown ?? [])],
    ['known', ...(known ?? [])],
  ];
  return {
    document: { title: 'A sign-up', rounds: ofUnknown.length, unknown: figures[0], known: figures[1] },
    text: `A sign-up, ${ofUnknown.length} of each by turns:\n${table(['address', 'median ms', 'p95 ms'], rows)}\nThe medians are ${apart} % apart.`,
  };
}

async function verifiedAddresses(platform: TemporaryPlatform, count: number): Promise<string[]> {
  const params = { tenantId: (await Tenant.make(platform.operator)).id };
  const addresses = Array.from({ length: count }, () => newEmail());
  for (const email of addresses) {
    done(await platform.operator.createUser({ params, body: { email, name: 'A Person' } }), 201);
  }
  return addresses;
}

async function timeOf({ baseUrl }: TemporaryPlatform, ownerEmail: string): Promise<number> {
  const body = newSignup({ ownerEmail });
  const from = performance.now();
  const { status } = await postSignup(baseUrl, body);
  if (status !== 201) {
    throw new Error(`A sign-up was answered with ${status}.`);
  }
  return performance.now() - from;
}

const warmRounds = 10;
const roomForSignups = { SIGNUPS_IN_HOUR: '1000000', UNVERIFIED_TENANTS_MAX: '1000000' };
