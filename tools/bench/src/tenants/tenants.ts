import { issueToken, percentile, type TemporaryPlatform } from '@rapport/testbed';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants } from '../core/bench-tenants.ts';
import { interleave } from '../core/comparing/interleave.ts';
import { fillTenants, type FilledTenant } from '../core/records/filled-tenants.ts';
import { watchNoise } from '../core/noise.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';
import { FeedRows } from '../feed/feed-rows.ts';
import { inspectable, ServiceHeaps, type Heap } from '../leak/service-heaps.ts';
import { addColumn } from './add-column.ts';
import { measureBackend } from './backend-memory.ts';
import { describeTenants } from './describe.ts';
import { contender, operations, type Operation } from './record-load.ts';
import type { Comparison, TenantsReport } from './tenants-report.ts';

/** More than a page of customers, and some of each other resource, which share the names of few others. */
const filling = { customers: 60, contacts: 20, leads: 20, opportunities: 20 };
const requestsPerRound = { list: 1_000, get: 2_000, create: 1_000 };
/** Each connection has to meet each of its tenants with each resource, mostly twice, before it keeps their statements. */
const warmUpRounds = 8;
const loads: readonly { readonly operation: Operation; readonly concurrency: number }[] = [
  { operation: 'list', concurrency: 1 },
  ...operations.map((operation) => ({ operation, concurrency: 4 })),
  { operation: 'list', concurrency: 16 },
];
const drainMs = 120_000;

/** Compares one tenant with many in random order, and measures how long making and migrating many takes. */
export function benchTenants(figures: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  const { tenants: count = 500, rounds = 7 } = figures;
  process.env['NODE_OPTIONS'] = inspectable;
  return onPlatform({ say }, async (platform) => {
    const report = await measure(platform, { count, rounds }, say);
    return { document: report, text: describeTenants(report) };
  });
}

async function measure(
  platform: TemporaryPlatform,
  { count, rounds }: { readonly count: number; readonly rounds: number },
  say: (line: string) => void,
): Promise<TenantsReport> {
  const { services } = await platform.status();
  const noise = watchNoise([await platform.pid('postgres'), ...services.flatMap(({ pid }) => pid ?? [])]);
  const heaps = await ServiceHeaps.connect(platform);
  const rows = await FeedRows.connect(await platform.origin('postgres'));
  try {
    const origin = await platform.origin('public-api');
    const server = { origin, processes: await processesOf(platform) };
    const alive = async (tenants: readonly FilledTenant[]): Promise<Heap[]> => {
      await warmUp(server, tenants);
      await rows.untilOutboxIsEmpty(drainMs);
      return heaps.measure();
    };
    const one = await fillTenants(origin, await createTenants(platform, 1), filling);
    // Code that runs more often takes more of the heap, so one client gets as many tokens here as all get later.
    for (const { credentials } of Array.from({ length: count }, () => one).flat()) {
      await issueToken(platform.baseUrl, credentials);
    }
    const heapsOfOne = await alive(one);
    say(`creating ${count - 1} more tenants`);
    const made = await createTenants(platform, count - 1);
    const many = [...one, ...(await fillTenants(origin, made, filling))];
    await vacuum(platform);
    const heapsOfMany = await alive(many);
    say('comparing one tenant with all of them');
    const comparisons: Comparison[] = [];
    for (const load of loads) {
      comparisons.push(await compareLoad({ ...load, rounds }, one, many, server));
    }
    const creations = made.map(({ madeInMs }) => madeInMs);
    const backend = await measureBackend(platform, many);
    return {
      tenants: count,
      comparisons,
      creationMs: { p50: percentile(creations, 0.5), p99: percentile(creations, 0.99) },
      addedColumnSeconds: await addColumn(platform),
      heaps: { one: heapsOfOne, many: heapsOfMany },
      backend,
      noise: noise(),
    };
  } finally {
    heaps.close();
    await rows.close();
  }
}

interface Server {
  readonly origin: string;
  readonly processes: Readonly<Record<string, number>>;
}

async function processesOf(platform: TemporaryPlatform): Promise<Server['processes']> {
  return { Node: await platform.pid('public-api'), PostgreSQL: await platform.pid('postgres') };
}

async function compareLoad(
  { operation, concurrency, rounds }: Pick<Comparison, 'operation' | 'concurrency'> & { readonly rounds: number },
  one: readonly FilledTenant[],
  many: readonly FilledTenant[],
  server: Server,
): Promise<Comparison> {
  const contenders = [
    contender('one tenant', operation, one, server),
    contender(`${many.length} tenants`, operation, many, server),
  ];
  const plan = { rounds, warmUpRounds, requestsPerRound: requestsPerRound[operation], concurrency };
  const [ofOne, ofMany] = await interleave(contenders, plan);
  if (!ofOne || !ofMany) {
    throw new Error('There is nothing to compare.');
  }
  return { operation, concurrency, one: ofOne, many: ofMany };
}

/** Each table that autovacuum looks at after the filling would end what the connections know of it, in mid-measurement. */
async function vacuum(platform: TemporaryPlatform): Promise<void> {
  const client = await platform.connect('administrator');
  try {
    await client.query('vacuum (analyze, skip_locked)');
  } finally {
    await client.end();
  }
}

/** Runs all operations until every cache has met every tenant. */
async function warmUp(server: Server, tenants: readonly FilledTenant[]): Promise<void> {
  for (const operation of operations) {
    const requests = contender('', operation, tenants, server);
    await interleave([requests], { rounds: 1, requestsPerRound: 2_500, concurrency: 8 });
  }
}
