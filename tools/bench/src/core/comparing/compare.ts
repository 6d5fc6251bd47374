import { interleave, ratio, spread, type Contender, type Measured, type Rounds } from './interleave.ts';
import { describeNoise, watchNoise } from '../noise.ts';
import { shownRatio, type PairedRatio } from './paired-ratio.ts';
import { table } from '../table.ts';
import type { BenchOutcome } from '../word.ts';

export interface Comparison {
  readonly title: string;
  /** The others are compared to the first. */
  readonly contenders: readonly Contender[];
  readonly plan: Rounds;
  /** The processes whose CPU counts for the ratio. */
  readonly counted: readonly string[];
}

/** Runs a comparison and shows it as one table. */
export async function compare({ title, contenders, plan, counted }: Comparison): Promise<BenchOutcome> {
  const pids = new Set(contenders.flatMap(({ processes }) => Object.values(processes)));
  const noise = watchNoise([...pids]);
  const measured = await interleave(contenders, plan);
  const heard = noise();
  const [base] = measured;
  if (!base) {
    throw new Error('There is nothing to compare.');
  }
  const processes = [...new Set(contenders.flatMap((contender) => Object.keys(contender.processes)))];
  const alone = counted.map((name) => [name]);
  const widest = Math.max(...measured.map((one) => spread(one, counted)));
  const rows = measured.map((one) => [
    one.name,
    ...processes.map((name) => (one.cpu[name] === undefined ? '' : one.cpu[name].toFixed(0))),
    ...[counted, ...alone].map((of) => (one === base ? '' : shownRatio(ratio(one, base, of)))),
    one.perSecond.toFixed(0),
    one.p50.toFixed(2),
    one.p99.toFixed(2),
  ]);
  const ratios = ['ratio', ...alone.map(([name]) => `of ${name}`)];
  const head = ['', ...processes.map((name) => `${name} us`), ...ratios, 'per s', 'p50 ms', 'p99 ms'];
  const text = [
    `${title}: ${plan.rounds} rounds of ${plan.requestsPerRound} requests, ${plan.concurrency} at a time; medians, CPU per request; ratio of ${counted.join(' + ')}, with the middle half of its pairs`,
    table(head, rows),
    describeNoise(heard, widest),
  ].join('\n');
  return {
    document: { title, plan, noise: heard, results: measured.map((one) => described(one, base, counted)) },
    text,
  };
}

function described({ samples, ...one }: Measured, base: Measured, counted: readonly string[]): object {
  const ratioOf = (processes: readonly string[]): PairedRatio => ratio({ ...one, samples }, base, processes);
  const ratios = Object.fromEntries(counted.map((name) => [name, ratioOf([name])]));
  return { ...one, ratio: ratioOf(counted), ratios, rounds: samples.map(({ cpu }) => cpu) };
}
