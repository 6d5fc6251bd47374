import { WriteDeadlineExceeded } from '../failures.ts';
import { TenantLines, type LineLimits } from './tenant-lines.ts';

/** The right to write, for as long as its deadline leaves. */
export class Turn {
  readonly #endsAt: number;

  constructor(deadlineMs: number) {
    this.#endsAt = performance.now() + deadlineMs;
  }

  get remainingMs(): number {
    return this.#endsAt - performance.now();
  }

  /** What the next statement may take as a whole, and of that for the lock: it must be able to say no before its caller hangs up. */
  spend(lockMsMax: number): { deadlineMs: number; lockMs: number } {
    const deadlineMs = this.remainingMs;
    if (deadlineMs < 2 * answerMs) {
      throw new WriteDeadlineExceeded('turn');
    }
    return { deadlineMs, lockMs: Math.floor(Math.min(lockMsMax, deadlineMs - answerMs)) };
  }
}

export interface WriteQueueOptions extends Omit<LineLimits, 'refuse'> {
  readonly writeMs: number;
}

/** The writes of each tenant, in the order in which they came: more at once would only wait in the pool for the tenant's lock. */
export class WriteQueue {
  readonly #writeMs: number;
  readonly #lines: TenantLines;

  constructor({ writeMs, ...limits }: WriteQueueOptions) {
    this.#writeMs = writeMs;
    this.#lines = new TenantLines({ ...limits, refuse: (reason) => new WriteDeadlineExceeded(reason) });
  }

  get waiting(): number {
    return this.#lines.waiting;
  }

  async run<T>(tenantNumber: number, work: (turn: Turn) => Promise<T>): Promise<T> {
    const turn = new Turn(this.#writeMs);
    if (!this.#lines.enter(tenantNumber)) {
      await this.#lines.wait(tenantNumber, turn.remainingMs);
    }
    try {
      return await work(turn);
    } finally {
      this.#lines.leave(tenantNumber);
    }
  }
}

/** How long before its caller's deadline a statement gives up. */
const answerMs = 75;
