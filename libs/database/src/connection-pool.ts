import { Connection, type ConnectionOptions } from './connection.ts';
import { NoConnection } from './failures.ts';

export interface PoolOptions extends ConnectionOptions {
  readonly sizeMax: number;
  /** How many may wait for a connection; one more is refused at once. */
  readonly waitingMax: number;
  readonly connectionLifetimeMs: number;
}

interface Waiter {
  readonly resolve: (connection: Connection) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * The connections to one database: bounded in number, and the wait for one in time. A statement costs three times as much
 * on a connection that has to prepare it, and a connection keeps few. So who asks for a statement gets the idle connection
 * that knows it; else one that has room for it; else a new one; else the one that was idle for longest, which forgets.
 */
export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #idle: Connection[] = [];
  readonly #waiters = new Set<Waiter>();
  #size = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get used(): number {
    return this.#size - this.#idle.length;
  }

  get idle(): number {
    return this.#idle.length;
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  async acquire(statementName?: string): Promise<Connection> {
    if (this.#closed) {
      throw new NoConnection('pool', 'the pool is closed');
    }
    const idle = this.#takeIdle(statementName);
    if (idle) {
      return idle;
    }
    if (this.#size < this.#options.sizeMax) {
      return this.#openOrTake();
    }
    if (this.#waiters.size >= this.#options.waitingMax) {
      throw new NoConnection('pool', 'too many wait for a connection');
    }
    return this.#wait();
  }

  release(connection: Connection): void {
    if (this.#closed || !connection.usable || this.#isOld(connection)) {
      this.#drop(connection);
      return;
    }
    const [waiter] = this.#waiters;
    if (waiter) {
      this.#settle(waiter);
      waiter.resolve(connection);
    } else {
      this.#idle.push(connection);
    }
  }

  /** Idle connections end now, used ones when they are released. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of [...this.#waiters]) {
      this.#settle(waiter);
      waiter.reject(new NoConnection('pool', 'the pool is closed'));
    }
    const idle = this.#idle.splice(0);
    this.#size -= idle.length;
    await Promise.all(idle.map((connection) => connection.close()));
  }

  #takeIdle(statementName: string | undefined): Connection | undefined {
    this.#dropOldIdle();
    if (statementName === undefined) {
      return this.#idle.pop();
    }
    const knowing = this.#idle.findLastIndex((connection) => connection.knows(statementName));
    const best = knowing >= 0 ? knowing : this.#idle.findLastIndex((connection) => connection.hasRoom);
    if (best >= 0) {
      return this.#idle.splice(best, 1)[0];
    }
    return this.#size < this.#options.sizeMax ? undefined : this.#idle.shift();
  }

  /** A server that takes no more connections is still served from by those that are there. */
  async #openOrTake(): Promise<Connection> {
    try {
      return await this.#open();
    } catch (error) {
      const idle = this.#idle.pop();
      if (!idle) {
        throw error;
      }
      return idle;
    }
  }

  async #open(): Promise<Connection> {
    this.#size += 1;
    try {
      return await Connection.open(this.#options, (lost) => this.#forgetIdle(lost));
    } catch (error) {
      this.#size -= 1;
      this.#openForNext();
      throw error;
    }
  }

  #wait(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        reject(new NoConnection('pool', 'no connection became free in time'));
      }, this.#options.connectMs);
      const waiter: Waiter = { resolve, reject, timer };
      this.#waiters.add(waiter);
    });
  }

  #drop(connection: Connection): void {
    this.#size -= 1;
    void connection.close();
    this.#openForNext();
  }

  /** A connection less means room for a new one, which the first who waits gets. */
  #openForNext(): void {
    const [waiter] = this.#waiters;
    if (waiter && !this.#closed && this.#size < this.#options.sizeMax) {
      this.#settle(waiter);
      this.#open().then(waiter.resolve, waiter.reject);
    }
  }

  #dropOldIdle(): void {
    const openedBefore = Date.now() - this.#options.connectionLifetimeMs;
    for (let index = this.#idle.length - 1; index >= 0; index -= 1) {
      const connection = this.#idle[index];
      if (connection && connection.openedAt < openedBefore) {
        this.#idle.splice(index, 1);
        this.#drop(connection);
      }
    }
  }

  #forgetIdle(connection: Connection): void {
    const index = this.#idle.indexOf(connection);
    if (index >= 0) {
      this.#idle.splice(index, 1);
      this.#size -= 1;
      this.#openForNext();
    }
  }

  #settle(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    this.#waiters.delete(waiter);
  }

  #isOld(connection: Connection): boolean {
    return Date.now() - connection.openedAt > this.#options.connectionLifetimeMs;
  }
}
