import type { Moment } from '../platform/watch.ts';
import { figuresOf, processorOverTime, type Point } from './over-time.ts';

/** The use of one process in a run, and its distance from being full. */
export interface Room {
  readonly process: string;
  /** Of one processor, in percent. */
  readonly meanPercent: number;
  readonly greatestPercent: number;
  /** The greatest p99 of its lag; null where the process has no event loop. */
  readonly eventLoopLagMs: number | null;
  /** The most requests that waited for a connection or for a turn at one moment. */
  readonly waiting: number | null;
}

/** Every process, the one with the least room first. */
export function roomOf(moments: readonly Moment[]): Room[] {
  const lags = figuresOf(moments, ({ eventLoopLagMs }) => eventLoopLagMs);
  const waits = figuresOf(moments, ({ waitingForDatabase }) => waitingForDatabase);
  const rooms = [...processorOverTime(moments)].map(([process, points]) => {
    // A process that restarted counts from zero again, which is no share.
    const shares = points.filter(({ value }) => value >= 0);
    return {
      process,
      meanPercent: shares.reduce((sum, { value }) => sum + value, 0) / (shares.length || 1),
      greatestPercent: greatest(shares) ?? 0,
      eventLoopLagMs: greatest(lags.get(process)),
      waiting: greatest(waits.get(process)),
    };
  });
  return rooms.sort((one, other) => other.greatestPercent - one.greatestPercent);
}

function greatest(points: readonly Point[] = []): number | null {
  return points.length === 0 ? null : Math.max(...points.map(({ value }) => value));
}
