import { setTimeout as delay } from 'node:timers/promises';
import type { StatusDocument } from '@rapport/local-platform';
import { cpuMicroseconds, issueToken, ownCpuMicroseconds, percentile, type RunningPlatform } from '@rapport/testbed';
import { createTenants, type BenchTenant } from '../core/bench-tenants.ts';
import { FeedRows } from './feed-rows.ts';
import { writeAtPace } from './paced-writer.ts';

export interface Pace {
  readonly changesPerSecond: number;
  readonly tenants: number;
  readonly seconds: number;
}

export interface FeedMeasures {
  /** The time before which nothing of this was written. */
  readonly since: string;
  readonly writes: { readonly answered: number; readonly refused: number; readonly p50: number; readonly p99: number };
  readonly toFeedRow: { readonly p50: number; readonly p99: number; readonly longest: number; readonly rows: number };
  /** The time that the outbox took to empty once the writes had ended. */
  readonly drainedMs: number;
  readonly cpuMicrosecondsPerChange: Readonly<Record<string, number>>;
}

/** The name of this process among those whose CPU is measured. */
export const loadGenerator = 'load generator';

/** Tenants of one platform whose customers change at a steady rate. */
export class FeedUnderLoad {
  readonly tenants: readonly BenchTenant[];
  readonly #platform: RunningPlatform;
  readonly #rows: FeedRows;
  readonly #pace: Pace;

  private constructor(platform: RunningPlatform, tenants: readonly BenchTenant[], rows: FeedRows, pace: Pace) {
    this.tenants = tenants;
    this.#platform = platform;
    this.#rows = rows;
    this.#pace = pace;
  }

  /** Makes the tenants, and warms the platform up. */
  static async open(platform: RunningPlatform, pace: Pace): Promise<FeedUnderLoad> {
    const tenants = await createTenants(platform, pace.tenants);
    const rows = await FeedRows.connect(await platform.origin('postgres'));
    await writeAtPace(platform.baseUrl, tenants, pace.changesPerSecond, warmUpSeconds);
    await rows.untilOutboxIsEmpty(drainMs);
    return new FeedUnderLoad(platform, tenants, rows, pace);
  }

  async measure(): Promise<FeedMeasures> {
    const { baseUrl } = this.#platform;
    const { changesPerSecond, seconds } = this.#pace;
    // A token lives for minutes, and another platform may have had its turn meanwhile.
    const tenants = await Promise.all(
      this.tenants.map(async (tenant) => ({ ...tenant, token: await issueToken(baseUrl, tenant.credentials) })),
    );
    const since = await this.#rows.now();
    const before = cpuByProcess(await this.#platform.status());
    const { answered, refused, latencies } = await writeAtPace(baseUrl, tenants, changesPerSecond, seconds);
    const after = cpuByProcess(await this.#platform.status());
    const drainedMs = await this.#rows.untilOutboxIsEmpty(drainMs);
    await delay(100);
    const waits = await this.#rows.millisecondsToFeed(tenants, since);
    return {
      since,
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

  close(): Promise<void> {
    return this.#rows.close();
  }
}

function cpuByProcess({ services, servers }: StatusDocument): Map<string, number> {
  const used = new Map<string, number>([[loadGenerator, ownCpuMicroseconds()]]);
  for (const { name, pid } of [...services, ...servers]) {
    if (pid !== null) {
      used.set(name, (used.get(name) ?? 0) + cpuMicroseconds(pid));
    }
  }
  return used;
}

const warmUpSeconds = 5;
const drainMs = 60_000;
