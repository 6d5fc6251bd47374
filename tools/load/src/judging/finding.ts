import type { K6Metric } from '../k6/run-k6.ts';
import type { Moment } from '../platform/watch.ts';

/** One thing that was promised, and what came. */
export interface Finding {
  readonly promised: string;
  readonly came: string;
  readonly holds: boolean;
  /** Where it does not hold, the run could not be played as it is written, and says nothing. */
  readonly voids?: true;
}

/** What is known of a run when k6 has ended. */
export interface JudgedRun {
  readonly metrics: Readonly<Record<string, K6Metric>>;
  readonly moments: readonly Moment[];
  /** The folder with what k6 wrote. */
  readonly folder: string;
}

/** Looks at what no threshold of k6 can say. */
export type Judge = (run: JudgedRun) => Promise<readonly Finding[]>;
