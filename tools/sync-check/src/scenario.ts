import type { Stage } from './stage.ts';

/** One situation in which no client may miss a change. */
export interface Scenario {
  readonly name: string;
  /** What is guaranteed in it. */
  readonly title: string;
  /** The short set runs with the tests; all of it when it is asked for. */
  readonly set: 'short' | 'all';
  run(stage: Stage): Promise<void>;
}

/** The scenario cannot be played on this machine or on this platform; the message says why. */
export class NotPossibleHere extends Error {}
