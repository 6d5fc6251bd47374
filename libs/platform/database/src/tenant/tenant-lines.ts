export interface LineLimits {
  /** The most calls of one tenant that may be under way at once. */
  readonly runningMax: number;
  readonly waitingPerTenantMax: number;
  readonly waitingMax: number;
  /** The error of a call that may not wait, or waited for too long. */
  readonly refuse: (reason: LineRefusal) => Error;
}

export type LineRefusal = 'queue_full' | 'turn';

/** The number of each tenant's calls under way, and the calls that wait, in the order in which they came. */
export class TenantLines {
  readonly #limits: LineLimits;
  /** A tenant stays here for good: forgetting it and meeting it again would allocate more than its number takes. */
  readonly #running = new Map<number, number>();
  readonly #waiting = new Map<number, Set<() => void>>();
  #waitingInAll = 0;

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waitingInAll;
  }

  /** Takes a place where there is one. A tenant that need not wait allocates nothing. */
  enter(tenant: number): boolean {
    const running = this.#running.get(tenant) ?? 0;
    if (running >= this.#limits.runningMax) {
      return false;
    }
    this.#running.set(tenant, running + 1);
    return true;
  }

  /** Waits for a place, or for the refusal after `waitMs`. */
  wait(tenant: number, waitMs: number): Promise<void> {
    const { waitingPerTenantMax, waitingMax, refuse } = this.#limits;
    const line = this.#waiting.get(tenant) ?? new Set();
    if (line.size >= waitingPerTenantMax || this.#waitingInAll >= waitingMax) {
      throw refuse('queue_full');
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        this.#forget(tenant, line, enter);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#forget(tenant, line, enter);
        reject(refuse('turn'));
      }, waitMs);
      line.add(enter);
      this.#waiting.set(tenant, line);
      this.#waitingInAll += 1;
    });
  }

  /** The place goes to the next in line. */
  leave(tenant: number): void {
    const [next] = this.#waiting.get(tenant) ?? nothing;
    if (next) {
      next();
      return;
    }
    this.#running.set(tenant, (this.#running.get(tenant) ?? 1) - 1);
  }

  #forget(tenant: number, line: Set<() => void>, enter: () => void): void {
    line.delete(enter);
    this.#waitingInAll -= 1;
    if (line.size === 0) {
      this.#waiting.delete(tenant);
    }
  }
}

const nothing: readonly (() => void)[] = [];
