import type { RunningPlatform, TemporaryPlatform } from '@rapport/testbed';
import { onPlatform } from '../core/bench-platform.ts';
import type { BenchTenant } from '../core/bench-tenants.ts';
import { onBothCheckouts } from '../core/comparing/compare-checkouts.ts';
import { measureByTurns, type Turns } from '../core/comparing/measure-by-turns.ts';
import { benchedResources } from '../core/records/benched-resources.ts';
import type { BenchFigures, BenchOutcome, CheckoutWord } from '../core/word.ts';
import { compareFeedPages } from './feed-pages.ts';
import { FeedUnderLoad, loadGenerator, type FeedMeasures, type Pace } from './feed-under-load.ts';

const opportunities = 300;

/** Measures the time from a change's commit to its row in the change feed, and what reading the feed costs. */
export function benchFeed(figures: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  const pace = paceOf(figures);
  return onPlatform({ say }, (platform) =>
    onFeed(platform, pace, async (feed) => {
      const measures = await feed.measure();
      const [tenant] = feed.tenants;
      const moved = describe(pace, measures);
      const pages = tenant ? await pagesOf(platform, tenant, measures.since) : [];
      return {
        document: { ...moved.document, pages: pages.map(({ document }) => document) },
        text: [moved, ...pages].map(({ text }) => text).join('\n\n'),
      };
    }),
  );
}

/** The cost of a change and its way to the feed, of two checkouts by turns at one steady rate. */
export const feedCheckouts: CheckoutWord = (folder, figures, say) => {
  const pace = paceOf(figures);
  const { changesPerSecond, tenants, seconds } = pace;
  const title = `${changesPerSecond} changes a second over ${tenants} tenants for ${seconds} s`;
  return onBothCheckouts({ folder, say }, (theirs, ours) =>
    onFeed(theirs, pace, (other) =>
      onFeed(ours, pace, (own) => measureByTurns({ title, turns: figures['rounds'] ?? 5, ...turnsOf(other, own) })),
    ),
  );
};

function turnsOf(other: FeedUnderLoad, own: FeedUnderLoad): Pick<Turns, 'other' | 'own'> {
  const turn = (feed: FeedUnderLoad) => async () => figuresOf(await feed.measure());
  return { other: turn(other), own: turn(own) };
}

function figuresOf({ cpuMicrosecondsPerChange, toFeedRow }: FeedMeasures): Record<string, number> {
  const cpu = Object.entries(cpuMicrosecondsPerChange).filter(([name]) => name !== loadGenerator);
  const all = cpu.reduce((sum, [, used]) => sum + used, 0);
  return {
    'CPU of all processes, us': all,
    ...Object.fromEntries(cpu.map(([name, used]) => [`CPU of ${name}, us`, used])),
    'commit to feed row p50, ms': toFeedRow.p50,
    'commit to feed row p99, ms': toFeedRow.p99,
  };
}

function paceOf(figures: BenchFigures): Pace {
  return {
    changesPerSecond: figures['changes-per-second'] ?? 500,
    tenants: figures['tenants'] ?? 20,
    seconds: figures['seconds'] ?? 30,
  };
}

async function onFeed<T>(platform: RunningPlatform, pace: Pace, work: (feed: FeedUnderLoad) => Promise<T>): Promise<T> {
  const feed = await FeedUnderLoad.open(platform, pace);
  try {
    return await work(feed);
  } finally {
    await feed.close();
  }
}

/** The pages of customers, which were just written, and those of opportunities, which show names. */
async function pagesOf(platform: TemporaryPlatform, tenant: BenchTenant, since: string): Promise<BenchOutcome[]> {
  const ofCustomers = await compareFeedPages(platform, tenant, 'customers', since);
  await benchedResources(platform, tenant, opportunities);
  return [...ofCustomers, ...(await compareFeedPages(platform, tenant, 'opportunities'))];
}

function describe(pace: Pace, measures: FeedMeasures): BenchOutcome {
  const { writes, toFeedRow, drainedMs, cpuMicrosecondsPerChange } = measures;
  const { changesPerSecond, tenants, seconds } = pace;
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
  return { document: { changesPerSecond, tenants, seconds, ...measures }, text };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
