import { WriteDeadlineExceeded } from './failures.ts';

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

export interface WriteQueueOptions {
  readonly writeMs: number;
  /** Writes of one tenant that may use the pool at once: more would only wait there for the tenant's lock. */
  readonly runningMax: number;
  readonly waitingPerTenantMax: number;
  readonly waitingMax: number;
}

interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/** The writes of each tenant, in the order in which they came. */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #lines = new Map<number, Line>();
  #waiting = 0;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting;
  }

  async run<T>(tenantNumber: number, work: (turn: Turn) => Promise<T>): Promise<T> {
    const turn = new Turn(this.#options.writeMs);
    const line = this.#lineOf(tenantNumber);
    if (line.running < this.#options.runningMax) {
      line.running += 1;
    } else {
      await this.#wait(line, turn);
    }
    try {
      return await work(turn);
    } finally {
      this.#leave(tenantNumber, line);
    }
  }

  #lineOf(tenantNumber: number): Line {
    let line = this.#lines.get(tenantNumber);
    if (!line) {
      line = { running: 0, waiting: new Set() };
      this.#lines.set(tenantNumber, line);
    }
    return line;
  }

  #wait(line: Line, turn: Turn): Promise<void> {
    if (line.waiting.size >= this.#options.waitingPerTenantMax || this.#waiting >= this.#options.waitingMax) {
      throw new WriteDeadlineExceeded('queue_full');
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        this.#waiting -= 1;
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.delete(enter);
        this.#waiting -= 1;
        reject(new WriteDeadlineExceeded('turn'));
      }, turn.remainingMs);
      line.waiting.add(enter);
      this.#waiting += 1;
    });
  }

  /** The place goes to the next in line; a line without anybody is forgotten, so only busy tenants are remembered. */
  #leave(tenantNumber: number, line: Line): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) {
      this.#lines.delete(tenantNumber);
    }
  }
}

/** How long before its caller's deadline a statement gives up. */
const answerMs = 75;
