import { median } from '@rapport/testbed';
import { pairedRatio, shownRatio, type PairedRatio } from './paired-ratio.ts';
import { table } from '../table.ts';
import type { BenchOutcome } from '../word.ts';

/** The figures of one turn, by their names. */
export type Figures = Readonly<Record<string, number>>;

export interface Turns {
  readonly title: string;
  /** The number that each of them has. */
  readonly turns: number;
  readonly other: () => Promise<Figures>;
  readonly own: () => Promise<Figures>;
}

/** Measures two checkouts, first one and then the other and back, so that other work of the machine meets both alike. */
export async function measureByTurns({ title, turns, other, own }: Turns): Promise<BenchOutcome> {
  const pairs: { readonly theirs: Figures; readonly ours: Figures }[] = [];
  while (pairs.length < turns) {
    if (pairs.length % 2 === 0) {
      pairs.push({ theirs: await other(), ours: await own() });
    } else {
      const ours = await own();
      pairs.push({ theirs: await other(), ours });
    }
  }
  const names = [...new Set(pairs.flatMap(({ theirs, ours }) => [...Object.keys(theirs), ...Object.keys(ours)]))];
  const results = names.map((name) => {
    const [theirs, ours] = [pairs.map((pair) => pair.theirs[name]), pairs.map((pair) => pair.ours[name])];
    return { name, theirs: medianOf(theirs), ours: medianOf(ours), ratio: ratioOf(ours, theirs) };
  });
  const rows = results.map(({ name, theirs, ours, ratio }) => [
    ...[name, theirs?.toFixed(1) ?? '', ours?.toFixed(1) ?? '', ratio ? shownRatio(ratio) : ''],
  ]);
  return {
    document: { title, results, pairs },
    text: `${title}: ${turns} turns of each; medians; the ratio is that of pairs, with the middle half of them\n${table(['', 'the other checkout', 'this checkout', 'ratio'], rows)}`,
  };
}

type Values = readonly (number | undefined)[];

/** Undefined where a checkout has no such figure, such as the CPU of a process that it lacks. */
function medianOf(values: Values): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : median(known);
}

function ratioOf(ours: Values, theirs: Values): PairedRatio | undefined {
  const ratios = ours.flatMap((value, turn) => {
    const base = theirs[turn];
    return value === undefined || !base ? [] : [value / base];
  });
  return ratios.length === 0 ? undefined : pairedRatio(ratios);
}
