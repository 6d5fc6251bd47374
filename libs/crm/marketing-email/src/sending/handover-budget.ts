import { setTimeout as sleep } from 'node:timers/promises';

/** The mails that this process may hand over at once, their bytes, and the mails that it may hand over in a second. */
export class HandoverBudget {
  readonly #perSecond: number;
  #free: number;
  #freeBytes = bytesMax;
  #nextAt = 0;
  #waiting: (() => void)[] = [];

  constructor({ slots, perSecond }: { readonly slots: number; readonly perSecond: number }) {
    this.#free = slots;
    this.#perSecond = perSecond;
  }

  /**
   * Takes one slot at least for mails of so many bytes, as soon as there is one and the rate allows it; none when the signal ends the
   * wait. A mail that is larger than all bytes together goes alone.
   */
  async take(most: number, bytes: number, signal: AbortSignal): Promise<number> {
    while (!signal.aborted) {
      const now = performance.now();
      const free = Math.min(this.#free, this.#fitting(bytes));
      if (free > 0 && this.#nextAt <= now) {
        const taken = Math.min(most, free);
        this.#free -= taken;
        this.#freeBytes -= taken * bytes;
        this.#nextAt = Math.max(this.#nextAt, now - slackMs) + (taken * 1_000) / this.#perSecond;
        return taken;
      }
      await (free > 0 ? pause(this.#nextAt - now, signal) : this.#slot());
    }
    return 0;
  }

  /** Gives slots for mails of so many bytes back; `unused` of them handed nothing over. */
  giveBack(slots: number, bytes: number, unused: number): void {
    this.#free += slots;
    this.#freeBytes += slots * bytes;
    this.#nextAt -= (unused * 1_000) / this.#perSecond;
    for (const wake of this.#waiting.splice(0)) {
      wake();
    }
  }

  #fitting(bytes: number): number {
    const fitting = Math.floor(this.#freeBytes / bytes);
    return this.#freeBytes === bytesMax ? Math.max(fitting, 1) : fitting;
  }

  /** All slots are given back some time, also while the process stops. */
  #slot(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** A process has a heap for a few times as much. */
const bytesMax = 67_108_864;

/** A process that waited too long by so much makes up for it, so that the rate is kept. */
const slackMs = 50;

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
