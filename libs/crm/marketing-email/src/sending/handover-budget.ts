import { setTimeout as sleep } from 'node:timers/promises';

/** The mails that this process may hand over at once, and in a second. */
export class HandoverBudget {
  readonly #perSecond: number;
  #free: number;
  #nextAt = 0;
  #waiting: (() => void)[] = [];

  constructor({ slots, perSecond }: { readonly slots: number; readonly perSecond: number }) {
    this.#free = slots;
    this.#perSecond = perSecond;
  }

  /** Takes one slot at least, as soon as there is one and the rate allows it; none when the signal ends the wait. */
  async take(most: number, signal: AbortSignal): Promise<number> {
    while (!signal.aborted) {
      const now = performance.now();
      if (this.#free > 0 && this.#nextAt <= now) {
        const taken = Math.min(most, this.#free);
        this.#free -= taken;
        this.#nextAt = Math.max(this.#nextAt, now - slackMs) + (taken * 1_000) / this.#perSecond;
        return taken;
      }
      await (this.#free > 0 ? pause(this.#nextAt - now, signal) : this.#slot());
    }
    return 0;
  }

  /** Gives slots back; `unused` of them handed nothing over. */
  giveBack(slots: number, unused = 0): void {
    this.#free += slots;
    this.#nextAt -= (unused * 1_000) / this.#perSecond;
    for (const wake of this.#waiting.splice(0)) {
      wake();
    }
  }

  /** All slots are given back some time, also while the process stops. */
  #slot(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** A process that waited too long by so much makes up for it, so that the rate is kept. */
const slackMs = 50;

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
