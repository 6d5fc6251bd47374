import { setTimeout as delay } from 'node:timers/promises';
import type { StatusDocument } from '@rapport/rapport';
import { percentile, type TemporaryPlatform } from '@rapport/testbed';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants, type BenchTenant } from '../core/bench-tenants.ts';
import { cpuMicroseconds, ownCpuMicroseconds } from '@rapport/testbed';
import { benchedResources } from '../core/records/benched-resources.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';
import { compareFeedPages } from './feed-pages.ts';
import { FeedRows } from './feed-rows.ts';
import { writeAtPace } from './paced-writer.ts';

interface FeedBench {
  readonly changesPerSecond: number;
  readonly tenants: number;
  readonly seconds: number;
}

const warmUpSeconds = 5;
const drainMs = 60_000;
const opportunities = 300;

/** Measures the time from a change's commit to its row in the change feed, and what reading the feed costs. */
export function benchFeed(figures: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  const bench: FeedBench = {
    changesPerSecond: figures['changes-per-second'] ?? 500,
    tenants: figures['tenants'] ?? 20,
    seconds: figures['seconds'] ?? 30,
  };
  return onPlatform({ say }, async (platform) => {
    const tenants = await createTenants(platform, bench.tenants);
    const rows = await FeedRows.connect(await postgresUrl(platform));
    try {
      await writeAtPace(platform.baseUrl, tenants, bench.changesPerSecond, warmUpSeconds);
      await rows.untilOutboxIsEmpty(drainMs);
      const since = await rows.now();
      const moved = describe(bench, await measure(platform, tenants, rows, bench, since));
      const pages = tenants[0] ? await pagesOf(platform, tenants[0], since) : [];
      return {
        document: { ...moved.document, pages: pages.map(({ document }) => document) },
        text: [moved, ...pages].map(({ text }) => text).join('\n\n'),
      };
    } finally {
      await rows.close();
    }
  });
}

/** The pages of customers, which were just written, and those of opportunities, which show names. */
async function pagesOf(platform: TemporaryPlatform, tenant: BenchTenant, since: string): Promise<BenchOutcome[]> {
  const ofCustomers = await compareFeedPages(platform, tenant, 'customers', since);
  await benchedResources(platform, tenant, opportunities);
  return [...ofCustomers, ...(await compareFeedPages(platform, tenant, 'opportunities'))];
}

interface Measured {
  readonly writes: { readonly answered: number; readonly refused: number; readonly p50: number; readonly p99: number };
  readonly toFeedRow: { readonly p50: number; readonly p99: number; readonly longest: number; readonly rows: number };
  /** The time that the outbox took to empty once the writes had ended. */
  readonly drainedMs: number;
  readonly cpuMicrosecondsPerChange: Readonly<Record<string, number>>;
}

async function measure(
  platform: TemporaryPlatform,
  tenants: readonly BenchTenant[],
  rows: FeedRows,
  { changesPerSecond, seconds }: FeedBench,
  since: string,
): Promise<Measured> {
  const before = cpuByProcess(await platform.status());
  const { answered, refused, latencies } = await writeAtPace(platform.baseUrl, tenants, changesPerSecond, seconds);
  const after = cpuByProcess(await platform.status());
  const drainedMs = await rows.untilOutboxIsEmpty(drainMs);
  await delay(100);
  const waits = await rows.millisecondsToFeed(tenants, since);
  return {
    writes: { answered, refused, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
    toFeedRow: {
      p50: percentile(waits, 0.5),
      p99: percentile(waits, 0.99),
      longest: percentile(waits, 1),
      rows: waits.length,
    },
    drainedMs,
    cpuMicrosecondsPerChange: Object.fromEntries(
      [...after].map(([name, used]) => [name, Math.round((used - (before.get(name) ?? 0)) / answered)]),
    ),
  };
}

function cpuByProcess({ services, servers }: StatusDocument): Map<string, number> {
  const used = new Map<string, number>([['load generator', ownCpuMicroseconds()]]);
  for (const { name, pid } of [...services, ...servers]) {
    if (pid !== null) {
      used.set(name, (used.get(name) ?? 0) + cpuMicroseconds(pid));
    }
  }
  return used;
}

async function postgresUrl(platform: TemporaryPlatform): Promise<string> {
  const { servers } = await platform.status();
  return servers.find(({ name }) => name === 'postgres')?.url ?? '';
}

function describe(bench: FeedBench, measured: Measured): BenchOutcome {
  const { writes, toFeedRow, drainedMs, cpuMicrosecondsPerChange } = measured;
  const { changesPerSecond, tenants, seconds } = bench;
  const cpu = Object.entries(cpuMicrosecondsPerChange).map(
    ([name, us]) => `  ${name.padEnd(24)}${String(us).padStart(6)} us`,
  );
  const text = [
    `${changesPerSecond} changes a second over ${tenants} tenants for ${seconds} s, through the API, on this machine with the load generator`,
    `  answered ${writes.answered}, refused ${writes.refused}; due to answer p50 ${ms(writes.p50)}, p99 ${ms(writes.p99)}`,
    `  commit to feed row p50 ${ms(toFeedRow.p50)}, p99 ${ms(toFeedRow.p99)}, longest ${ms(toFeedRow.longest)}, over ${toFeedRow.rows} rows`,
    `  the outbox was empty ${ms(drainedMs)} after the last answer`,
    'CPU per change',
    ...cpu,
  ].join('\n');
  return { document: { changesPerSecond, tenants, seconds, ...measured }, text };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
