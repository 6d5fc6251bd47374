import type { Stage } from './stage.ts';

/** One situation in which no client may miss a change. */
export interface Scenario {
  readonly name: string;
  /** The guarantee of the product in it. */
  readonly title: string;
  /** The tests run the short set; `check sync --all` runs everything. */
  readonly set: 'short' | 'all';
  run(stage: Stage): Promise<void>;
}

/** The scenario cannot be played on this machine or on this platform; the message says why. */
export class NotPossibleHere extends Error {}
