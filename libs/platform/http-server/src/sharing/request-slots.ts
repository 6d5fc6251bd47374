import type { ServerResponse } from 'node:http';
import { times } from '@rapport/config';
import { serviceUnavailable } from '@rapport/kernel';
import { CallerGone, noRoom } from '../receiving/read-body.ts';
import type { Held } from './shared-memory.ts';

export interface SlotLimits {
  /** The most requests that an address has under work as of right, and all addresses together. */
  readonly ofAddress: number;
  readonly usual: number;
  /** The most requests beyond those that an address has under work, and all addresses together. */
  readonly crowdedOfAddress: number;
  readonly crowded: number;
  readonly waiting: number;
  readonly waitMs: number;
}

export const usualSlots: SlotLimits = {
  ofAddress: 20,
  usual: 256,
  crowdedOfAddress: 4,
  crowded: 16,
  waiting: 1_000,
  waitMs: times.slotWaitMs,
};

/**
 * The requests that a process works at, from the last byte of a body to the first of the answer: a caller that sends or reads
 * slowly has no slot meanwhile. An address with twenty requests under work is crowded, and gets few further slots beside all
 * crowded addresses. The others of its requests wait, and hold up no other address.
 */
export class RequestSlots {
  readonly #limits: SlotLimits;
  readonly #working = new Map<string, number>();
  /** Addresses take turns: the one that got a slot goes behind the others. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #count = 0;
  #crowded = 0;
  #waitingInAll = 0;

  constructor(limits: SlotLimits = usualSlots) {
    this.#limits = limits;
  }

  get working(): number {
    return this.#count;
  }

  get waiting(): number {
    return this.#waitingInAll;
  }

  /** A request that waits is refused where the memory for its body is lost. */
  during<T>(address: string, res: ServerResponse, held: Held | undefined, work: () => Promise<T>): Promise<T> {
    return this.#enter(address)
      ? this.#workAt(address, work)
      : this.#wait(address, res, held?.lost).then(() => this.#workAt(address, work));
  }

  async #workAt<T>(address: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#leave(address);
    }
  }

  #enter(address: string): boolean {
    const { ofAddress, usual, crowdedOfAddress, crowded } = this.#limits;
    const own = this.#working.get(address) ?? 0;
    const isCrowded = own >= ofAddress;
    const isFull = isCrowded
      ? own >= ofAddress + crowdedOfAddress || this.#crowded >= crowded
      : this.#count - this.#crowded >= usual;
    if (isFull) {
      return false;
    }
    this.#working.set(address, own + 1);
    this.#count += 1;
    this.#crowded += Number(isCrowded);
    return true;
  }

  #leave(address: string): void {
    const own = (this.#working.get(address) ?? 1) - 1;
    if (own > 0) {
      this.#working.set(address, own);
    } else {
      this.#working.delete(address);
    }
    this.#count -= 1;
    this.#crowded -= Number(own >= this.#limits.ofAddress);
    if (this.#waitingInAll > 0) {
      this.#passOn();
    }
  }

  #passOn(): void {
    for (const [address, line] of this.#waiting) {
      const [next] = line;
      if (next && this.#enter(address)) {
        this.#waiting.delete(address);
        this.#waiting.set(address, line);
        next();
        return;
      }
    }
  }

  #wait(address: string, res: ServerResponse, lost: AbortSignal | undefined): Promise<void> {
    if (this.#waitingInAll >= this.#limits.waiting) {
      return Promise.reject(tooMany());
    }
    if (lost?.aborted) {
      return Promise.reject(noRoom());
    }
    const line = this.#waiting.get(address) ?? new Set();
    this.#waiting.set(address, line);
    this.#waitingInAll += 1;
    return new Promise((resolve, reject) => {
      const end = (error?: Error): void => {
        clearTimeout(timer);
        res.off('close', onGone);
        lost?.removeEventListener('abort', onLost);
        line.delete(enter);
        this.#waitingInAll -= 1;
        if (line.size === 0) {
          this.#waiting.delete(address);
        }
        if (error) {
          reject(error);
        } else {
          resolve();
        }
      };
      const enter = (): void => end();
      const onLost = (): void => end(noRoom());
      const onGone = (): void => end(new CallerGone('the caller went away before its turn'));
      const timer = setTimeout(() => end(tooMany()), this.#limits.waitMs);
      res.once('close', onGone);
      lost?.addEventListener('abort', onLost);
      line.add(enter);
    });
  }
}

function tooMany(): Error {
  return serviceUnavailable('Too many requests are under way here at the moment; nothing was done. Try again.');
}
