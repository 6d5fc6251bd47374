import { setTimeout as delay } from 'node:timers/promises';
import type { TemporaryPlatform } from '@rapport/testbed';
import pg from 'pg';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants } from '../core/bench-tenants.ts';
import { cpuMicroseconds } from '@rapport/testbed';
import { describeNoise, watchNoise } from '../core/noise.ts';
import { table } from '../core/table.ts';
import type { BenchOutcome } from '../core/word.ts';
import { FeedRows } from '../feed/feed-rows.ts';
import { writeAtPace } from '../feed/paced-writer.ts';

const paces = [400, 100];
const seconds = 15;
const warmUpSeconds = 10;
const tenants = 8;
const drainMs = 60_000;
const worker = 'change-feed-worker';

/**
 * Measures what each change costs after its commit: the worker, its connections to PostgreSQL, and Kafka, above what
 * they use where nothing changes. A batch serves many changes, so several rates are measured.
 */
export function relayAndMove(say: (line: string) => void): Promise<BenchOutcome> {
  return onPlatform({ say }, async (platform) => {
    const changed = await createTenants(platform, tenants);
    const origin = await platform.origin('public-api');
    const rows = await FeedRows.connect(await administratorUrl(platform));
    try {
      await writeAtPace(origin, changed, Math.max(...paces), warmUpSeconds);
      await rows.untilOutboxIsEmpty(drainMs);
      const { services, servers } = await platform.status();
      const heard = watchNoise([...services, ...servers].flatMap(({ pid }) => pid ?? []));
      const idle = await costOf(platform, () => delay(seconds * 1_000));
      const perChange: Record<string, number>[] = [];
      for (const pace of paces) {
        let answered = 0;
        const busy = await costOf(platform, async () => {
          ({ answered } = await writeAtPace(origin, changed, pace, seconds));
          await rows.untilOutboxIsEmpty(drainMs);
        });
        perChange.push(above(busy, idle, answered));
      }
      return describe(perChange, heard());
    } finally {
      await rows.close();
    }
  });
}

interface Cost {
  readonly seconds: number;
  readonly cpu: Readonly<Record<string, number>>;
}

async function costOf(platform: TemporaryPlatform, work: () => Promise<unknown>): Promise<Cost> {
  const start = performance.now();
  const before = await cpuOf(platform);
  await work();
  const after = await cpuOf(platform);
  const cpu = Object.entries(after).map(([name, used]) => [name, used - (before[name] ?? 0)]);
  return { seconds: (performance.now() - start) / 1_000, cpu: Object.fromEntries(cpu) as Record<string, number> };
}

async function cpuOf(platform: TemporaryPlatform): Promise<Record<string, number>> {
  const sessions = await sessionsOfWorker(await administratorUrl(platform));
  return {
    worker: cpuMicroseconds(await platform.pid(worker)),
    'its sessions of PostgreSQL': sessions.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0),
    Kafka: cpuMicroseconds(await platform.pid('kafka')),
  };
}

async function sessionsOfWorker(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where application_name = $1 order by pid',
      [worker],
    );
    return rows.map(({ pid }) => pid);
  } finally {
    await client.end();
  }
}

async function administratorUrl(platform: TemporaryPlatform): Promise<string> {
  const { servers } = await platform.status();
  return servers.find(({ name }) => name === 'postgres')?.url ?? '';
}

function above(busy: Cost, idle: Cost, changes: number): Record<string, number> {
  const each = Object.entries(busy.cpu).map(([name, used]) => {
    const atRest = ((idle.cpu[name] ?? 0) / idle.seconds) * busy.seconds;
    return [name, (used - atRest) / changes];
  });
  return Object.fromEntries(each) as Record<string, number>;
}

function describe(
  perChange: readonly Readonly<Record<string, number>>[],
  noise: Parameters<typeof describeNoise>[0],
): BenchOutcome {
  const names = Object.keys(perChange[0] ?? {});
  const rows = perChange.map((cost, at) => {
    const figures = names.map((name) => cost[name] ?? 0);
    const sum = figures.reduce((total, figure) => total + figure, 0);
    return [`${paces[at]} changes a second`, ...[...figures, sum].map((figure) => figure.toFixed(0))];
  });
  const text = [
    `Relay and move, CPU per change above what is used at rest: ${seconds} s each, over ${tenants} tenants`,
    table(['', ...names.map((name) => `${name} us`), 'sum us'], rows),
    describeNoise(noise),
  ].join('\n');
  return { document: { seconds, tenants, paces, perChange, noise }, text };
}
