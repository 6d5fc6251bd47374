import { TemporaryPlatform } from '@rapport/testbed';

/** Stops a run when its process is told to end: the first time in order, the second time at once. */
export class Stopping {
  readonly #controller = new AbortController();
  /** Before that there is nothing to take back but processes. */
  #isPlaying = false;
  #askedAt = -Infinity;

  constructor(say: (line: string) => void) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => this.#heed(say));
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  begin(): AbortSignal {
    this.#isPlaying = true;
    return this.signal;
  }

  #heed(say: (line: string) => void): void {
    if (performance.now() - this.#askedAt < sameKeyMs) {
      return;
    }
    this.#askedAt = performance.now();
    if (!this.#isPlaying || this.signal.aborted) {
      void TemporaryPlatform.killAll().finally(() => process.exit(1));
      return;
    }
    say('Stopping; once more ends it at once.');
    this.#controller.abort(new Error('The run was stopped.'));
  }
}

/** One Ctrl-C may come twice, from the terminal and from a shell that passes it on. */
const sameKeyMs = 1_000;
