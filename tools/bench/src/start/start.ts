import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@rapport/local-servers';
import { ourParts, Platform } from '@rapport/rapport';
import { median } from '@rapport/testbed';
import { describeNoise, watchNoise, type Noise } from '../core/noise.ts';
import { table } from '../core/table.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';
import { watchServices } from './watch-services.ts';

/** Seconds from the first call to each reported step, and from each process's start to its readiness. */
interface Start {
  readonly reached: ReadonlyMap<string, number>;
  readonly services: ReadonlyMap<string, number>;
}

interface Starts {
  readonly cold: readonly Start[];
  readonly warm: readonly Start[];
}

/** Measures `up` from its first step to the last, in a new data folder and in an existing one. */
export async function benchStart(figures: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  const rounds = figures['rounds'] ?? 5;
  const noise = watchNoise([]);
  const starts = { cold: [] as Start[], warm: [] as Start[] };
  // This start downloads what all data folders share, so that no counted round does.
  for (let round = 0; round <= rounds; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-bench-'));
    try {
      for (const kind of ['cold', 'warm'] as const) {
        const start = await startOnce(folder);
        if (round > 0) {
          starts[kind].push(start);
        }
        say(`round ${round}, ${kind}: ${total(start).toFixed(1)} s`);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return describe(rounds, starts, noise());
}

async function startOnce(folder: string): Promise<Start> {
  const reached = new Map<string, number>();
  const begin = performance.now();
  const platform = new Platform({
    port: await freePort(),
    dataDir: join(folder, 'data'),
    stateFolder: folder,
    replicas: {},
    durable: true,
    parts: ourParts,
    say: (line) => {
      const step = /^ *[\d.]+ s {2}(.+) \([\d.]+ s\)$/.exec(line)?.[1];
      if (step !== undefined) {
        reached.set(step, (performance.now() - begin) / 1_000);
      }
    },
  });
  const watch = watchServices(folder);
  try {
    await platform.start();
    return { reached, services: await watch.stop() };
  } finally {
    await watch.stop();
    await platform.stop();
  }
}

function total({ reached }: Start): number {
  return Math.max(0, ...reached.values());
}

function describe(rounds: number, { cold, warm }: Starts, noise: Noise): BenchOutcome {
  const compare = (read: (start: Start) => ReadonlyMap<string, number>): [string, number, number][] =>
    [...new Set(cold.flatMap((start) => [...read(start).keys()]))].map((name) => [
      name,
      median(cold.map((start) => read(start).get(name) ?? 0)),
      median(warm.map((start) => read(start).get(name) ?? 0)),
    ]);
  const steps = compare(({ reached }) => reached);
  const services = compare(({ services }) => services);
  const lines = (figures: typeof steps): string[][] =>
    figures.map(([name, ofCold, ofWarm]) => [name, ofCold.toFixed(2), ofWarm.toFixed(2)]);
  const text = [
    `The steps of up, in seconds from its first one: medians of ${rounds} starts with a new data folder and ${rounds} with the same one; nothing is downloaded`,
    table(['reached', 'new', 'there'], lines(steps)),
    '',
    table(['a process from its start to its readiness', 'new', 'there'], lines(services)),
    describeNoise(noise),
  ].join('\n');
  const named = (figures: typeof steps): object =>
    Object.fromEntries(figures.map(([name, ofCold, ofWarm]) => [name, { cold: ofCold, warm: ofWarm }]));
  return { document: { rounds, steps: named(steps), services: named(services), noise }, text };
}
