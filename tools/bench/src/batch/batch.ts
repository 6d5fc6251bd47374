import { setTimeout as delay } from 'node:timers/promises';
import { Caller, percentile, type RunningPlatform, type TemporaryPlatform, type LoadRequest } from '@rapport/testbed';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants, type BenchTenant } from '../core/bench-tenants.ts';
import { comparing, contenderOf, type Requests } from '../core/comparing/compare-checkouts.ts';
import { interleave, ratio, type Contender, type Measured } from '../core/comparing/interleave.ts';
import { watchLock } from '../core/lock-watch.ts';
import { readDuring } from '../core/paced-reader.ts';
import { bodyOf } from '../core/records/bodies.ts';
import { fillTenant, fillTenants, type FilledTenant } from '../core/records/filled-tenants.ts';
import { table } from '../core/table.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';
import { largeBatch, largeFields } from './large-batch.ts';

const items = 200;
const counted = ['Node', 'PostgreSQL'];
const readsPerSecond = 100;
const others = 4;
const without = ['change-feed-worker'];
const filling = { customers: 100, contacts: 100, leads: 100 };

/** Compares batches of 200 with as many POSTs, and measures what batches of 5 MB do to the requests of others. */
export function benchBatch({ rounds = 15 }: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  return onPlatform({ say, without }, async (platform) => {
    const [tenant, ...readers] = await createTenants(platform, 1 + others);
    if (!tenant) {
      throw new Error('There is no tenant to write to.');
    }
    const origin = await platform.origin('public-api');
    const filled = await fillTenant(origin, tenant, filling);
    const compared = await compareBatches(platform, filled, rounds);
    say('sending batches of 5 MB');
    const beside = await besideLargeBatches(
      platform,
      tenant,
      await fillTenants(origin, readers, { customers: 60 }),
      rounds,
    );
    return {
      document: { compared: compared.document, besideLargeBatches: beside.document },
      text: `${compared.text}\n\n${beside.text}`,
    };
  });
}

/** The batch of creates, sent to two checkouts. */
export const batchCheckouts = comparing({
  without,
  plan: ({ rounds = 15 }) => ({ rounds, warmUpRounds: 4, requestsPerRound: 10, concurrency: 2 }),
  requestsOn: async (platform) => {
    const [tenant] = await createTenants(platform, 1);
    if (!tenant) {
      throw new Error('There is no tenant to write to.');
    }
    return [requestsTo(await fillTenant(await platform.origin('public-api'), tenant, filling)).batch];
  },
});

async function compareBatches(
  platform: TemporaryPlatform,
  tenant: FilledTenant,
  rounds: number,
): Promise<BenchOutcome> {
  const [single, batch] = await contendersOf(platform, tenant);
  const singles: Measured[] = [];
  const batches: Measured[] = [];
  const held: number[] = [];
  const plan = { rounds: 1, warmUpRounds: 0 };
  for (let round = 0; round <= rounds; round += 1) {
    const one = await interleave([single], { ...plan, requestsPerRound: items, concurrency: 2 });
    const sending = interleave([batch], { ...plan, requestsPerRound: 2, concurrency: 1 });
    const locks = await watchLock(platform, Number(tenant.schema.slice(1)), sending);
    // The first round warms up.
    if (round > 0) {
      singles.push(...one);
      batches.push(...(await sending));
      held.push(...locks);
    }
  }
  return describeBatches(singles, batches, held);
}

async function contendersOf(
  platform: RunningPlatform,
  tenant: FilledTenant,
): Promise<[single: Contender, batch: Contender]> {
  const { single, batch } = requestsTo(tenant);
  return [await contenderOf(single.title, platform, single), await contenderOf(batch.title, platform, batch)];
}

/** Creates of opportunities with three references, one by one and as one batch. */
function requestsTo({ token, ids }: FilledTenant): Record<'single' | 'batch', Requests> {
  let count = 0;
  const record = (number: number): object => ({
    ...bodyOf('opportunities', number, ids),
    externalId: `bench ${(count += 1)}`,
  });
  const request = (path: string, body: object): LoadRequest => ({
    method: 'POST',
    path: `/api/v1/opportunities${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const all = (): object => ({ items: Array.from({ length: items }, (_, number) => record(number)) });
  const service = 'public-api';
  return {
    single: { service, title: `${items} POSTs`, status: 201, request: (number) => request('', record(number)) },
    batch: { service, title: `a batch of ${items}`, status: 200, request: () => request('/batch', all()) },
  };
}

function describeBatches(singles: readonly Measured[], batches: readonly Measured[], held: number[]): BenchOutcome {
  const [one, many] = [together(singles), together(batches)];
  const cpu = (of: Measured, name: string, count: number): number => (of.cpu[name] ?? 0) / count;
  const share = ratio(many, one, counted).median / items;
  const row = (of: Measured, count: number): string[] => [
    of.name,
    ...counted.map((name) => cpu(of, name, count).toFixed(0)),
    of.p50.toFixed(1),
    of.p99.toFixed(1),
  ];
  const lock = { p50: percentile(held, 0.5), longest: percentile(held, 1) };
  const text = [
    `Creates of opportunities with three references: ${singles.length} rounds, CPU per record`,
    table(['', ...counted.map((name) => `${name} us`), 'p50 ms', 'p99 ms'], [row(one, 1), row(many, items)]),
    `A record in a batch costs ${share.toFixed(2)} of a POST; a batch holds the tenant's lock for p50 ${lock.p50.toFixed(1)} ms, longest ${lock.longest.toFixed(1)} ms`,
  ].join('\n');
  const figures = { singleCpu: one.cpu, batchCpu: many.cpu, ratioPerRecord: share, lockMs: lock };
  return { document: figures, text };
}

/** The rounds of one contender that were measured one at a time. */
function together(batches: readonly Measured[]): Measured {
  const [first] = batches;
  if (!first) {
    throw new Error('Nothing was measured.');
  }
  const samples = batches.flatMap((one) => one.samples);
  const mean = (value: (one: Measured) => number): number =>
    batches.reduce((sum, one) => sum + value(one), 0) / batches.length;
  const cpu = Object.keys(first.cpu).map((name) => [name, mean((one) => one.cpu[name] ?? 0)]);
  return {
    ...first,
    samples,
    cpu: Object.fromEntries(cpu) as Record<string, number>,
    p50: mean(({ p50 }) => p50),
    p99: Math.max(...batches.map(({ p99 }) => p99)),
  };
}

async function besideLargeBatches(
  platform: TemporaryPlatform,
  tenant: BenchTenant,
  readers: readonly FilledTenant[],
  rounds: number,
): Promise<BenchOutcome> {
  const { baseUrl, operator } = platform;
  for (const body of largeFields) {
    await operator.createCustomField({ params: { tenantId: tenant.tenant.id }, body });
  }
  const caller = new Caller();
  const body = largeBatch();
  const took: number[] = [];
  const send = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' };
    const asked = { origin: baseUrl, method: 'POST', path: '/api/v1/customers/batch', headers, body } as const;
    const { sentAt, endedAt, text } = await caller.expect(asked, 200);
    took.push(endedAt - sentAt);
    if (text.includes('"error"')) {
      throw new Error(`A batch was answered with an error: ${text.slice(0, 500)}`);
    }
  };
  const pause = delay.bind(undefined, 2_000);
  const times = { alone: [] as number[], meanwhile: [] as number[] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      times.alone.push(...(await readDuring(baseUrl, readers, readsPerSecond, pause())));
      times.meanwhile.push(...(await readDuring(baseUrl, readers, readsPerSecond, send().then(send))));
    }
  } finally {
    await caller.close();
  }
  const rows = Object.entries({ ...times, 'the batch itself': took }).map(([name, of]) => [
    name,
    ...[0.5, 0.99, 1].map((share) => `${percentile(of, share).toFixed(1)} ms`),
  ]);
  const text = [
    `Reads of other tenants, ${readsPerSecond} a second, beside batches of ${(Buffer.byteLength(body) / 1e6).toFixed(2)} MB, ${rounds} rounds of two`,
    table(['due to answer', 'p50', 'p99', 'longest'], rows),
  ].join('\n');
  return { document: { bytes: Buffer.byteLength(body), rows }, text };
}
