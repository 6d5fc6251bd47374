import type { K6Metric } from '../k6/run-k6.ts';
import type { Moment } from '../platform/watch.ts';

/** One thing that was promised, and what came. */
export interface Finding {
  readonly promised: string;
  readonly came: string;
  readonly holds: boolean;
  /** A run in which it does not hold could not be played as it is written, and says nothing. */
  readonly voids?: true;
}

/** A run, as it is known when k6 has ended. */
export interface JudgedRun {
  readonly metrics: Readonly<Record<string, K6Metric>>;
  readonly moments: readonly Moment[];
  /** The folder with what k6 wrote. */
  readonly folder: string;
}

/** Looks at what no threshold of k6 can say. */
export type Judge = (run: JudgedRun) => Promise<readonly Finding[]>;
