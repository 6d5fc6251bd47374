import { closedLoop } from '@rapport/testbed';
import fc from 'fast-check';
import { makeWorld } from '../actors/world.ts';
import type { Stage } from '../stage.ts';
import { operations, type Operation } from './operations.ts';
import { Player } from './player.ts';
import { shortest } from './shortest.ts';

export interface ModelPlan {
  readonly seed: number;
  readonly runs: number;
  /** The most operations of a run. */
  readonly lengthMax: number;
}

/** A run that was not as the model. */
interface Failure {
  readonly text: string;
  readonly story: readonly string[];
}

/** Plays random operations on tenants of their own. Of the first run that is not as the model the shortest is told. */
export async function checkModel(stage: Stage, { seed, runs, lengthMax }: ModelPlan): Promise<void> {
  const drawn = fc.sample(operations(lengthMax), { seed, numRuns: runs });
  let found: { readonly run: number; readonly chosen: readonly Operation[]; readonly failure: Failure } | undefined;
  const playOne = async (run: number): Promise<void> => {
    const chosen = drawn[run] ?? [];
    const failure = found === undefined ? await play(stage, chosen) : undefined;
    found ??= failure && { run, chosen, failure };
  };
  await closedLoop(playOne, { underWay: atOnce, count: runs }).ended;
  if (found !== undefined) {
    const { text, story } = await shortestFailure(stage, found.chosen, found.failure);
    stage.violations.push({ breach: 'not as the model', text: `${text} (run ${found.run} of seed ${seed})` });
    stage.story = story;
  }
}

async function shortestFailure(stage: Stage, chosen: readonly Operation[], found: Failure): Promise<Failure> {
  const until = performance.now() + shorteningMs;
  let least = found;
  await shortest(chosen, async (fewer) => {
    const failure = performance.now() < until ? await play(stage, fewer) : undefined;
    least = failure ?? least;
    return failure !== undefined;
  });
  return least;
}

/** Plays in a new tenant. */
async function play(stage: Stage, chosen: readonly Operation[]): Promise<Failure | undefined> {
  const player = new Player(await makeWorld(stage.platform, await stage.tenant()));
  try {
    await player.begin();
    for (const operation of chosen) {
      await player.play(operation);
    }
    await player.end();
    return undefined;
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), story: player.requests.story };
  } finally {
    stage.counts.writes += player.requests.count;
  }
}

/** Each run has a tenant of its own, so runs do not meet. */
const atOnce = 3;
const shorteningMs = 60_000;
