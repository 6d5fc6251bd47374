import { cpuMicroseconds, median, percentile } from '@rapport/testbed';
import { RoundsOfLoad, type LoadReport, type Target } from '../load.ts';
import { pairedRatio, type PairedRatio } from './paired-ratio.ts';

/** A server under comparison, and the processes that work for its requests, by the names of the table's columns. */
export interface Contender extends Target {
  readonly name: string;
  readonly processes: Readonly<Record<string, number>>;
}

export interface Rounds {
  readonly rounds: number;
  /** Rounds before those that count; one where no number is given. */
  readonly warmUpRounds?: number;
  readonly requestsPerRound: number;
  readonly concurrency: number;
}

/** Medians over the rounds. */
export interface Measured {
  readonly name: string;
  /** CPU microseconds per request, by process. */
  readonly cpu: Readonly<Record<string, number>>;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** The samples, one for each round. */
  readonly samples: readonly Sample[];
}

interface Sample {
  readonly cpu: Readonly<Record<string, number>>;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/**
 * Gives each contender the same requests, round by round, first to last and then back, so that other work of the
 * machine meets all of them alike. Rounds that warm them up do not count.
 */
export async function interleave(contenders: readonly Contender[], plan: Rounds): Promise<Measured[]> {
  const running = contenders.map((contender) => ({
    contender,
    loop: new RoundsOfLoad(contender, plan.concurrency),
    samples: [] as Sample[],
  }));
  const { rounds, warmUpRounds = 1 } = plan;
  try {
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      for (const { contender, loop, samples } of round % 2 === 0 ? running : running.toReversed()) {
        const sample = await take(contender, loop, plan.requestsPerRound);
        if (round >= warmUpRounds) {
          samples.push(sample);
        }
      }
    }
  } finally {
    await Promise.all(running.map(({ loop }) => loop.close()));
  }
  return running.map(({ contender, samples }) => summary(contender, samples));
}

/** The ratio of these processes' CPU to the other's, over pairs of rounds. */
export function ratio(one: Measured, other: Measured, processes: readonly string[]): PairedRatio {
  return pairedRatio(one.samples.map((sample, round) => sum(sample, processes) / sum(other.samples[round], processes)));
}

/** The spread of one contender's rounds, as a share of the smallest. */
export function spread({ samples }: Measured, processes: readonly string[]): number {
  const sums = samples.map((sample) => sum(sample, processes));
  return Math.max(...sums) / Math.min(...sums) - 1;
}

function sum(sample: Sample | undefined, processes: readonly string[]): number {
  return processes.reduce((total, name) => total + (sample?.cpu[name] ?? 0), 0);
}

async function take(contender: Contender, loop: RoundsOfLoad, requests: number): Promise<Sample> {
  const processes = Object.entries(contender.processes);
  const before = processes.map(([, pid]) => cpuMicroseconds(pid));
  const report = await loop.run(requests);
  const cpu = processes.map(([name, pid], at) => [name, (cpuMicroseconds(pid) - (before[at] ?? 0)) / requests]);
  return { cpu: Object.fromEntries(cpu) as Record<string, number>, ...timesOf(report) };
}

function timesOf({ latencies, seconds }: LoadReport): Omit<Sample, 'cpu'> {
  return { perSecond: latencies.length / seconds, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}

function summary({ name, processes }: Contender, samples: readonly Sample[]): Measured {
  const of = (value: (sample: Sample) => number): number => median(samples.map(value));
  return {
    name,
    cpu: Object.fromEntries(Object.keys(processes).map((process) => [process, of(({ cpu }) => cpu[process] ?? 0)])),
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    samples,
  };
}
