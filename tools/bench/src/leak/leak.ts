import { setTimeout as delay } from 'node:timers/promises';
import { onPlatform } from '../core/bench-platform.ts';
import { table } from '../core/table.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';
import { FeedRows } from '../feed/feed-rows.ts';
import { createLeakTenants } from './leak-tenants.ts';
import { MixedLoad } from './mixed-load.ts';
import { inspectable, ServiceHeaps, type Heap } from './service-heaps.ts';

/** After the first tenth every cache has met every tenant, and all code has run. */
const warmShare = 0.1;
const drainMs = 120_000;
/** Long enough for timers, exporters and connections to come to rest. */
const restMs = 6_000;
/**
 * Bytes that come late and stay: code of rare requests, and what the compiler learns of it. In 180,000 requests a leak
 * of 30 bytes each shows. Caches with a bound are no leak: 20,000 tokens of 1 kB each, 20,000 clients. Here they are
 * full, or hold all there is, after the first tenth.
 */
const growthMax = 0.1;
const noiseBytes = 3_000_000;
const unexpectedMax = 0.001;

/** Sends an hour's requests of all kinds, and compares each service's heap with the one after the first tenth. */
export function benchLeak(figures: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  const requests = figures['requests'] ?? 200_000;
  const count = figures['tenants'] ?? 200;
  process.env['NODE_OPTIONS'] = inspectable;
  return onPlatform({ say }, async (platform) => {
    say(`creating ${count} tenants`);
    const load = new MixedLoad(platform.baseUrl, await createLeakTenants(platform, count));
    const heaps = await ServiceHeaps.connect(platform);
    const rows = await FeedRows.connect(await platform.origin('postgres'));
    const heapsNow = async (): Promise<Heap[]> => {
      await rows.untilOutboxIsEmpty(drainMs);
      await delay(restMs);
      return heaps.measure();
    };
    try {
      const start = await heapsNow();
      say(`sending ${requests} requests`);
      await load.runUpTo(Math.ceil(requests * warmShare));
      const warm = await heapsNow();
      const seconds = await load.runUpTo(requests);
      return judge({ requests, tenants: count, load, seconds, start, warm, end: await heapsNow() });
    } finally {
      heaps.close();
      await rows.close();
    }
  });
}

interface Leak {
  readonly requests: number;
  readonly tenants: number;
  readonly load: MixedLoad;
  /** The seconds of all requests but the first tenth. */
  readonly seconds: number;
  readonly start: readonly Heap[];
  readonly warm: readonly Heap[];
  readonly end: readonly Heap[];
}

function judge({ requests, tenants, load, seconds, start, warm, end }: Leak): BenchOutcome {
  const perSecond = (requests * (1 - warmShare)) / seconds;
  const heaps = end.map(({ service, bytes, residentBytes }, at) => {
    const [startBytes, warmBytes] = [start[at]?.bytes ?? 0, warm[at]?.bytes ?? 0];
    return { service, startBytes, warmBytes, endBytes: bytes, grownBytes: bytes - warmBytes, residentBytes };
  });
  const text = [
    `${requests} requests of all kinds over ${tenants} tenants through the edge, ${perSecond.toFixed(0)} a second`,
    table(
      ['heap after garbage collection', 'at first', 'after a tenth', 'at the end', 'grown', 'resident'],
      heaps.map(({ service, startBytes, warmBytes, endBytes, grownBytes, residentBytes }) => [
        service,
        ...[startBytes, warmBytes, endBytes, grownBytes, residentBytes].map(megabytes),
      ]),
    ),
    `answers: ${counted(load.outcomes)}`,
  ].join('\n');
  const faults = [
    ...heaps.filter(isLeak).map(({ service, grownBytes }) => {
      const each = grownBytes / (requests * (1 - warmShare));
      return `The heap of ${service} has grown by ${megabytes(grownBytes)}, ${each.toFixed(0)} bytes a request: something is kept for ever.`;
    }),
    ...(total(load.unexpected) > requests * unexpectedMax ? [`Not expected: ${counted(load.unexpected)}.`] : []),
  ];
  if (faults.length > 0) {
    throw new Error([text, ...faults].join('\n'));
  }
  return {
    document: { requests, tenants, perSecond, heaps, outcomes: load.outcomes, unexpected: load.unexpected },
    text,
  };
}

function isLeak({ warmBytes, grownBytes }: { readonly warmBytes: number; readonly grownBytes: number }): boolean {
  return grownBytes > Math.max(noiseBytes, warmBytes * growthMax);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
