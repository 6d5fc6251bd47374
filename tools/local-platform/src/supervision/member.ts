import { setTimeout as delay } from 'node:timers/promises';
import type { Exit } from '@rapport/local-servers';
import { runnerOf, type Runner } from '@rapport/local-servers/runner';
import type { MemberState } from '../state-file.ts';
import type { MemberEvent } from './member-event.ts';

/** A process of a member, or a container with it. */
export interface Launched extends Pick<Runner, 'pid' | 'container'> {
  /** Resolves when the process has ended in any way. */
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
  /** Ends it at once, without asking. */
  kill(): Promise<void>;
}

/** `ready` and `busy` are answers; `silent` means that none came in time. */
export type Probe = 'ready' | 'busy' | 'silent';

/** Who hears of a member's states, and of what becomes of its processes. */
export interface Watcher {
  changed(): void;
  happened(event: MemberEvent): void;
}

export interface MemberSpec {
  readonly name: string;
  readonly instance: number;
  launch(): Promise<Launched>;
  probe(): Promise<Probe>;
  /** Whether an answer came from that process, and not from another one that has its port. */
  isIts?(running: Launched): Promise<boolean>;
  /** Why the process did not start, if its log says so. */
  lastWords?(): Promise<string>;
}

const firstPauseMs = 250;
const longestPauseMs = 10_000;
const steadyAfterMs = 30_000;
const probeEveryMs = 1_000;
/** Between two probes while the process starts, and after a probe without an answer. */
const probeAgainMs = 75;
const missesUntilDegraded = 3;
const failedStartsMax = 3;

/**
 * Keeps one process of the platform alive. A process that ends is started again after a pause, which grows from attempt
 * to attempt until a process has lived for a while. A process that is alive and does not answer is shown as degraded
 * and left alone.
 */
export class Member {
  readonly spec: MemberSpec;
  readonly #watcher: Watcher;
  readonly #stopping = new AbortController();
  readonly #firstReady = Promise.withResolvers<void>();
  #state: MemberState = 'stopped';
  #runner: Runner = { pid: 0, startTime: '0' };
  #running: Launched | undefined;
  #life: Promise<void> | undefined;
  #restarts = 0;
  #failedStarts = 0;
  #hasBeenReady = false;
  #provenAt = 0;
  #readySince = 0;

  constructor(spec: MemberSpec, watcher: Watcher) {
    this.spec = spec;
    this.#watcher = watcher;
    this.#firstReady.promise.catch(() => undefined);
  }

  get state(): MemberState {
    return this.#state;
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** The runner of the newest process. */
  get runner(): Runner {
    return this.#runner;
  }

  /** The start of the last probe that found the process ready. */
  get provenAt(): number {
    return this.#provenAt;
  }

  /** The time at which the process became ready. */
  get readySince(): number {
    return this.#readySince;
  }

  /** Starts the process; settles when it is ready for the first time or cannot be started. */
  start(): Promise<void> {
    this.#life ??= this.#live();
    return this.#firstReady.promise;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#firstReady.reject(new Error('It was stopped before it was ready.'));
    await this.#running?.stop();
    await this.#life;
    this.#enter('stopped');
  }

  /** Ends the process at once; it is not started again. */
  async kill(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.kill();
  }

  async #live(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!this.#isStopping()) {
      const startedAt = performance.now();
      await this.#liveOnce().catch((error: unknown) => this.#startFailed(error));
      if (this.#isStopping()) {
        return;
      }
      this.#enter('stopped');
      if (performance.now() - startedAt >= steadyAfterMs) {
        pauseMs = firstPauseMs;
      }
      await delay(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      this.#restarts += 1;
    }
  }

  async #liveOnce(): Promise<void> {
    const running = await this.spec.launch();
    this.#running = running;
    if (this.#isStopping()) {
      return running.stop();
    }
    this.#runner = runnerOf(running);
    this.#enter('starting');
    this.#watcher.happened({ ...this.#who, happened: 'started', pid: running.pid });
    let hasEnded = false;
    const ended = running.exited.then((exit) => {
      hasEnded = true;
      this.#watcher.happened({ ...this.#who, happened: 'ended', exit, isMeant: this.#isStopping() });
    });
    let misses = 0;
    for (;;) {
      const began = performance.now();
      const probe = await Promise.race([this.#probe(running), ended.then(() => 'silent' as const)]);
      if (hasEnded || this.#isStopping()) {
        break;
      }
      misses = probe === 'silent' ? misses + 1 : 0;
      this.#judge(probe, misses, began);
      await Promise.race([ended, this.#pauseBetweenProbes(misses)]);
    }
    await ended;
    if (!this.#hasBeenReady) {
      const words = (await this.spec.lastWords?.()) ?? '';
      throw new Error(`${this.spec.name} ended before it was ready${words === '' ? '' : `: ${words}`}`);
    }
  }

  /** A process that is ready has its port until it ends, so whose answer it is matters until then alone. */
  async #probe(running: Launched): Promise<Probe> {
    const probe = await this.spec.probe();
    const isTrusted = probe !== 'ready' || this.#state === 'ready' || (await this.spec.isIts?.(running)) !== false;
    return isTrusted ? probe : 'busy';
  }

  #judge(probe: Probe, misses: number, began: number): void {
    if (probe === 'ready') {
      this.#provenAt = began;
      this.#failedStarts = 0;
      if (this.#state !== 'ready') {
        this.#readySince = performance.now();
        this.#watcher.happened({ ...this.#who, happened: 'ready', isFirstTime: !this.#hasBeenReady });
      }
      this.#hasBeenReady = true;
      this.#enter('ready');
      this.#watcher.changed();
      this.#firstReady.resolve();
    } else if (this.#state === 'ready' && (probe === 'busy' || misses >= missesUntilDegraded)) {
      this.#enter('degraded');
      this.#watcher.happened({ ...this.#who, happened: 'degraded' });
    }
  }

  /** A process that was never ready is not tried for ever: the waiting start fails with the reason. */
  #startFailed(error: unknown): void {
    this.#watcher.happened({ ...this.#who, happened: 'failed', error });
    this.#failedStarts += 1;
    if (this.#hasBeenReady || this.#failedStarts < failedStartsMax) {
      return;
    }
    this.#firstReady.reject(error);
  }

  #pauseBetweenProbes(misses: number): Promise<void> {
    const pauseMs = this.#state === 'ready' && misses === 0 ? probeEveryMs : probeAgainMs;
    return delay(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  #enter(state: MemberState): void {
    if (this.#state === state) {
      return;
    }
    this.#state = state;
    this.#watcher.changed();
  }

  get #who(): Pick<MemberSpec, 'name' | 'instance'> {
    const { name, instance } = this.spec;
    return { name, instance };
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }
}
