import { setTimeout as sleep } from 'node:timers/promises';
import { untracedContext, type CallContext } from '@rapport/kernel';
import type { Counter, Gauge } from 'prom-client';
import { RecurringFailure } from './recurring-failure.ts';
import type { Telemetry } from './telemetry.ts';

/** Work that runs by itself, as operators read of it: its name stands in traces, metrics and log lines. */
export interface Loop {
  readonly name: string;
  readonly does: string;
  /** The alert that tells that it fails. */
  readonly alert: string;
}

export function loop(name: string, does: string, alert = 'WorkStands'): Loop {
  return { name, does, alert };
}

/** A service lists the classes of these with their `loops`, and so they stand on the page for operators. */
export interface Running {
  start(background: Background): void;
}

export type Work<T> = (context: CallContext, stopping: AbortSignal) => Promise<T>;

export interface RoundOptions {
  readonly cell?: string;
  /** It finds nothing as a rule, so it has no trace; what it finds has one of its own. */
  readonly isPoll?: true;
  /** Before the first round. */
  readonly afterMs?: number;
  /** Rounds that are under way at the same time, each with pauses of its own. */
  readonly lanes?: number;
  /** A round does not wait for the one before. */
  readonly overlaps?: true;
  /** Done once, after the last round. */
  readonly last?: Work<unknown>;
}

/** The loops of a process, in rounds. A failed round is counted and logged here, and the next one tries again. */
export class Background {
  readonly #telemetry: Telemetry;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #failing = new Map<string, RecurringFailure>();
  readonly #failures: Counter<'work' | 'cell'>;
  readonly #goodAt: Gauge<'work' | 'cell'>;

  constructor(telemetry: Telemetry) {
    this.#telemetry = telemetry;
    this.#failures = telemetry.metrics.counter({
      name: 'background_failures_total',
      help: 'Rounds of work that runs by itself that failed',
      labelNames: ['work', 'cell'],
    });
    this.#goodAt = telemetry.metrics.gauge({
      name: 'background_last_good_timestamp_seconds',
      help: 'When such a round last went well',
      labelNames: ['work', 'cell'],
    });
  }

  /** After a failed round `every` gets undefined. The returned function ends a pause, unless a failure is before it. */
  repeat<T>(
    loop: Loop,
    work: Work<T>,
    every: number | ((result: T | undefined) => number),
    options: RoundOptions = {},
  ): () => void {
    const { cell = '', afterMs = 0, lanes = 1, overlaps, last } = options;
    const { signal } = this.#stopping;
    let pausing = new AbortController();
    const wake = (): void => {
      pausing.abort();
      pausing = signal.aborted ? pausing : new AbortController();
    };
    signal.addEventListener('abort', wake);
    const pause = (ms: number, ends = pausing.signal) => ms > 0 && sleep(ms, undefined, { signal: ends }).catch(String);
    const lane = async (): Promise<void> => {
      await pause(afterMs);
      while (!signal.aborted) {
        const round = this.attempt(loop, work, options);
        const result = overlaps ? undefined : await round;
        const ms = typeof every === 'number' ? every : every(result);
        await pause(ms, this.#failing.has(loop.name + cell) ? signal : undefined);
      }
    };
    const rounds = Promise.all(Array.from({ length: lanes }, lane));
    void this.#track(last ? rounds.then(() => this.attempt(loop, last, options, neverStopping)) : rounds);
    return wake;
  }

  /** One round. Undefined where it failed; what fails because of the stop counts as no failure. */
  attempt<T>(loop: Loop, work: Work<T>, options: RoundOptions = {}, stopping = this.#stopping.signal) {
    return this.#track(this.#attempt(loop, work, options, stopping));
  }

  /** Begins no further round, and ends with those that are under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    while (this.#running.size > 0) {
      await Promise.all(this.#running);
    }
  }

  #track<T>(running: Promise<T>): Promise<T> {
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  async #attempt<T>(loop: Loop, work: Work<T>, { cell = '', isPoll }: RoundOptions, stopping: AbortSignal) {
    const [labels, key] = [{ work: loop.name, cell }, loop.name + cell];
    // A counter that appears with its first failure shows no rise.
    this.#failures.inc(labels, 0);
    let traceId = '';
    const round = (context: CallContext): Promise<T> => {
      ({ traceId } = context.trace);
      return work(context, stopping);
    };
    try {
      const result = await (isPoll ? round(untracedContext()) : this.#telemetry.inBackground(loop.name, round));
      this.#failing.delete(key);
      this.#goodAt.set(labels, Date.now() / 1_000);
      return result;
    } catch (error) {
      if (!stopping.aborted) {
        this.#failures.inc(labels);
        const failing = this.#failing.get(key) ?? new RecurringFailure(this.#telemetry.logger);
        this.#failing.set(key, failing);
        failing.warn({ traceId, ...labels, error }, 'work that runs by itself failed and is tried again');
      }
      return undefined;
    }
  }
}

const neverStopping = new AbortController().signal;
