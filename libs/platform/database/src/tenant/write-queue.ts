import { WriteDeadlineExceeded } from '../failures.ts';
import { TenantLines, type LineLimits } from './tenant-lines.ts';

/** The right to write, until its holder ends it; what is sent in it keeps the deadline of the whole write. */
export class Turn {
  readonly end: () => void;
  readonly #endsAt: number;

  constructor(deadlineMs: number, end: () => void) {
    this.end = end;
    this.#endsAt = performance.now() + deadlineMs;
  }

  get remainingMs(): number {
    return this.#endsAt - performance.now();
  }

  /** The next statement may take and wait for a lock so long: it must be able to refuse before its caller hangs up. */
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

/** The writes of each tenant, in the order in which they came. More at once would only wait for the tenant's lock. */
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

  /** A turn, or a refusal when its deadline passes before the turn has come. */
  async enter(tenantNumber: number): Promise<Turn> {
    const turn = new Turn(this.#writeMs, () => this.#lines.leave(tenantNumber));
    if (!this.#lines.enter(tenantNumber)) {
      await this.#lines.wait(tenantNumber, turn.remainingMs);
    }
    return turn;
  }
}

/** A statement gives up so long before its caller's deadline. */
const answerMs = 75;
