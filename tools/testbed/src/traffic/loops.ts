import { setTimeout as delay } from 'node:timers/promises';

/** Work that is begun again and again, until it was begun often enough or a caller stops it. */
export interface Loop {
  /** Rejects with the first failure, which stops the loop. */
  readonly ended: Promise<void>;
  /** Begins nothing more, and ends when what is under way has ended. */
  stop(): Promise<void>;
}

interface Pace {
  readonly count?: number;
  /** Stops the loop as its caller does. */
  readonly signal?: AbortSignal;
}

interface ClosedPace extends Pace {
  /** The pieces of work that are under way at any time. */
  readonly underWay?: number;
  /** The wait behind each piece of work. */
  readonly pauseMs?: number;
}

interface OpenPace extends Pace {
  readonly perSecond: number;
  /** Work that is due while so much is under way is left out. */
  readonly underWayMax?: number;
  readonly onLeftOut?: () => void;
}

/** Begins a piece of work when another one has ended. */
export function closedLoop(work: (number: number) => Promise<unknown>, pace: ClosedPace = {}): Loop {
  const { underWay = 1, count = Infinity, pauseMs = 0, signal } = pace;
  let begun = 0;
  return start(signal, async (isStopping) => {
    const worker = async (): Promise<void> => {
      while (!isStopping() && begun < count) {
        await work(begun++);
        if (pauseMs > 0) {
          await delay(pauseMs);
        }
      }
    };
    await Promise.all(Array.from({ length: underWay }, worker));
  });
}

/** Begins each piece of work when it is due, even while others have not ended, so that a platform that falls behind shows it. */
export function openLoop(work: (number: number, dueAt: number) => Promise<unknown>, pace: OpenPace): Loop {
  const { perSecond, count = Infinity, underWayMax = Infinity, onLeftOut, signal } = pace;
  return start(signal, async (isStopping) => {
    const underWay = new Set<Promise<unknown>>();
    const failures: unknown[] = [];
    const goesOn = (): boolean => !isStopping() && failures.length === 0;
    const from = performance.now();
    for (let begun = 0; begun < count && goesOn(); await delay(tickMs)) {
      const due = Math.min(count, ((performance.now() - from) / 1_000) * perSecond);
      for (; begun < due && goesOn(); begun += 1) {
        if (underWay.size >= underWayMax) {
          onLeftOut?.();
          continue;
        }
        const piece = work(begun, from + (begun / perSecond) * 1_000)
          .catch((error: unknown) => failures.push(error))
          .finally(() => underWay.delete(piece));
        underWay.add(piece);
      }
    }
    await Promise.all(underWay);
    if (failures.length > 0) {
      throw failures[0];
    }
  });
}

function start(signal: AbortSignal | undefined, run: (isStopping: () => boolean) => Promise<void>): Loop {
  let isStopping = false;
  const ended = run(() => isStopping || signal?.aborted === true).finally(() => (isStopping = true));
  // The caller that waits for the end hears of the failure.
  ended.catch(() => undefined);
  return {
    ended,
    stop: () => {
      isStopping = true;
      return ended;
    },
  };
}

const tickMs = 5;
