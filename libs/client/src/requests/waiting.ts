/**
 * A signal that ends after a time, or with another one, until it is released. `AbortSignal.any` would keep something of each call for
 * as long as the other signal lives.
 */
export class Bound {
  readonly signal: AbortSignal;
  readonly #outer: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #end: () => void;

  constructor(ms: number, outer: AbortSignal | undefined) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#outer = outer;
    this.#end = () => controller.abort(outer?.reason);
    this.#timer = setTimeout(this.#end, Math.min(ms, longestMs));
    outer?.addEventListener('abort', this.#end, { once: true });
    if (outer?.aborted) {
      this.#end();
    }
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#end);
  }
}

/** The longest time of a timer: one for longer would end at once. */
const longestMs = 2 ** 31 - 1;

/** Waits, until the signal ends it with its reason. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', end);
        resolve();
      },
      Math.min(ms, longestMs),
    );
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Asks, unless the signal has ended, which ends the wait for the answer too. */
export async function orAborted<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const end = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([ask(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Somewhere between nothing and the pause that has grown by then, so that many callers do not come at once. */
export function jitteredMs(attempt: number): number {
  return Math.random() * Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1));
}

const firstPauseMs = 250;
const longestPauseMs = 8_000;
