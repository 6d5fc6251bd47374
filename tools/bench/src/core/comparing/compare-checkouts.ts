import type { RunningPlatform } from '@rapport/testbed';
import { benchPostgres, onPlatform } from '../bench-platform.ts';
import { compare } from './compare.ts';
import type { Contender, Rounds } from './interleave.ts';
import { onOtherPlatform } from './on-other-platform.ts';
import type { BenchFigures, BenchOutcome, CheckoutWord } from '../word.ts';

/** Requests to one service of a platform, for records that are there. */
export interface Requests extends Pick<Contender, 'status' | 'request'> {
  readonly title: string;
  readonly service: string;
}

/** The questions to both checkouts, in turns. */
export interface CheckoutBench {
  /** Services that the bench leaves out. */
  readonly without?: readonly string[];
  readonly plan: (figures: BenchFigures) => Rounds;
  /** Makes the records on one platform; gives the same titles on each. */
  readonly requestsOn: (platform: RunningPlatform, figures: BenchFigures) => Promise<readonly Requests[]>;
}

export interface BothCheckouts extends Pick<CheckoutBench, 'without'> {
  /** The other checkout. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** Runs the work on a platform of another checkout beside one of this checkout. */
export function onBothCheckouts<T>(
  { without = [], folder, say }: BothCheckouts,
  work: (theirs: RunningPlatform, ours: RunningPlatform) => Promise<T>,
): Promise<T> {
  return onPlatform({ say, without }, (ours) =>
    onOtherPlatform({ folder, without, postgres: benchPostgres }, (theirs) => work(theirs, ours)),
  );
}

/** Compares this checkout with another one, whose platform gets the same requests in turns. */
export function comparing({ without = [], plan, requestsOn }: CheckoutBench): CheckoutWord {
  return (folder, figures, say) =>
    onBothCheckouts({ without, folder, say }, async (other, own) => {
      // Both are filled at once: tokens of the first one would run out while the second one is filled.
      const [theirs, ours] = await Promise.all([requestsOn(other, figures), requestsOn(own, figures)]);
      const outcomes: BenchOutcome[] = [];
      for (const [at, requests] of ours.entries()) {
        const { title } = requests;
        const contenders = [
          await contenderOf('the other checkout', other, theirs[at] ?? requests),
          await contenderOf('this checkout', own, requests),
        ];
        outcomes.push(await compare({ title, contenders, plan: plan(figures), counted: ['Node', 'PostgreSQL'] }));
      }
      return {
        document: { compared: outcomes.map(({ document }) => document) },
        text: outcomes.map(({ text }) => text).join('\n\n'),
      };
    });
}

export async function contenderOf(name: string, platform: RunningPlatform, requests: Requests): Promise<Contender> {
  const { service, status, request } = requests;
  const processes = {
    Node: await platform.pid(service),
    PostgreSQL: await platform.pid('postgres'),
    Redis: await platform.pid('redis'),
  };
  return { name, origin: await platform.origin(service), processes, status, request };
}
