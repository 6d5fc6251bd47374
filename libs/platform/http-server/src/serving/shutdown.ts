import type { Logger } from '@rapport/telemetry';

interface Phase {
  readonly name: string;
  readonly timeoutMs: number;
  readonly work: () => Promise<void> | void;
}

/** Runs phases in reverse order. Each has a name and a bound, and none keeps the next from running. */
export class Shutdown {
  readonly #phases: Phase[] = [];
  readonly #logger: Logger;
  #running: Promise<void> | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(name: string, timeoutMs: number, work: () => Promise<void> | void): void {
    this.#phases.push({ name, timeoutMs, work });
  }

  /** Runs once, however often it is called. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (const phase of this.#phases.toReversed()) {
      await this.#runOne(phase);
    }
  }

  async #runOne({ name, timeoutMs, work }: Phase): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`took longer than ${timeoutMs} ms`)), timeoutMs);
    try {
      await Promise.race([work(), late.promise]);
    } catch (error) {
      this.#logger.warn({ phase: name, error }, 'a phase of the shutdown failed');
    } finally {
      clearTimeout(timer);
    }
  }
}
