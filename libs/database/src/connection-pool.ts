import { Connection, type ConnectionOptions } from './connection.ts';
import { NoConnection } from './failures.ts';

export interface PoolOptions extends ConnectionOptions {
  readonly sizeMax: number;
  /** How many may wait for a connection; one more is refused at once. */
  readonly waitingMax: number;
  readonly connectionLifetimeMs: number;
  /** For how long a tenant's statement rather waits for one of its homes than to go elsewhere. */
  readonly homeMs: number;
}

/** The place of one connection, which may have none yet, or none any more. */
interface Slot {
  connection: Connection | null;
  /** The tenant that it was given to. */
  tenant: number | null;
  isUsed: boolean;
  usedSince: number;
}

interface Waiter {
  /** Where the tenant is at home; null for whom every connection is as good. */
  homes: readonly Slot[] | null;
  readonly resolve: (slot: Slot) => void;
  readonly reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/**
 * The connections to one database: bounded in number, and the wait for one in time.
 *
 * Each tenant has a home, which knows its statements and its tables: a statement costs three times as much where it has to
 * be prepared, and what a session has touched once it holds in memory to its end. So who finds the home in use waits for it
 * a little, although others are idle. A tenant with several statements under way has as many homes, side by side, so that
 * a busy one is served by all connections and five hundred quiet ones by one each.
 */
export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #slots: readonly Slot[];
  readonly #slotOf = new Map<Connection, Slot>();
  readonly #idle: Slot[] = [];
  readonly #waiters = new Set<Waiter>();
  /** How many statements of a tenant are under way or wait. */
  readonly #underWay = new Map<number, number>();
  #closed = false;
  #openFailedAt = -Infinity;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.sizeMax }, emptySlot);
  }

  get used(): number {
    return this.#slots.filter(({ isUsed }) => isUsed).length;
  }

  get idle(): number {
    return this.#idle.length;
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  async acquire(tenant: number | null = null): Promise<Connection> {
    if (this.#closed) {
      throw new NoConnection('pool', 'the pool is closed');
    }
    this.#dropOldIdle();
    const homes = tenant === null ? null : this.#unlessHeldUp(this.#enter(tenant));
    try {
      const slot = this.#take(homes) ?? (await this.#wait(homes));
      slot.tenant = tenant;
      return slot.connection ?? (await this.#open(slot));
    } catch (error) {
      this.#leave(tenant);
      throw error;
    }
  }

  release(connection: Connection): void {
    const slot = this.#slotOf.get(connection);
    if (!slot) {
      throw new Error('the connection is none of this pool');
    }
    this.#leave(slot.tenant);
    slot.tenant = null;
    if (this.#closed || !connection.usable || this.#isOld(connection)) {
      this.#drop(slot, connection);
    }
    this.#passOn(slot);
  }

  get #mayOpen(): boolean {
    return performance.now() - this.#openFailedAt > openPauseMs;
  }

  /** Idle connections end now, used ones when they are released. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of [...this.#waiters]) {
      this.#settle(waiter);
      waiter.reject(new NoConnection('pool', 'the pool is closed'));
    }
    await Promise.all(this.#idle.splice(0).map(async ({ connection }) => connection?.close()));
  }

  /**
   * The tenant's homes, one more than it has statements under way. The numbers of a cell's tenants lie apart by the number of
   * cells, so it is their multiples of the golden ratio that spread evenly, whatever the steps.
   */
  #enter(tenant: number): Slot[] {
    const underWay = this.#underWay.get(tenant) ?? 0;
    this.#underWay.set(tenant, underWay + 1);
    const start = Math.floor(((tenant * goldenRatio) % 1) * this.#slots.length);
    return [...this.#slots.slice(start), ...this.#slots.slice(0, start)].slice(0, underWay + 1);
  }

  #leave(tenant: number | null): void {
    if (tenant === null) {
      return;
    }
    const underWay = (this.#underWay.get(tenant) ?? 1) - 1;
    if (underWay > 0) {
      this.#underWay.set(tenant, underWay);
    } else {
      this.#underWay.delete(tenant);
    }
  }

  /** Somebody whose homes are all held up, by a lock or by a long transaction, does not wait for them at all. */
  #unlessHeldUp(homes: readonly Slot[]): readonly Slot[] | null {
    const heldUpSince = performance.now() - this.#options.homeMs;
    return homes.every(({ isUsed, usedSince }) => isUsed && usedSince < heldUpSince) ? null : homes;
  }

  /** While the server takes no more connections, an idle one anywhere is better than another attempt. */
  #take(homes: readonly Slot[] | null): Slot | undefined {
    const anyIdle = this.#idle.at(-1);
    const idle = homes === null ? anyIdle : homes.find(isIdle);
    const slot = idle ?? (anyIdle === undefined || this.#mayOpen ? (homes ?? this.#slots).find(isEmpty) : anyIdle);
    return slot && this.#use(slot);
  }

  #use(slot: Slot): Slot {
    const at = this.#idle.indexOf(slot);
    if (at >= 0) {
      this.#idle.splice(at, 1);
    }
    slot.isUsed = true;
    slot.usedSince = performance.now();
    return slot;
  }

  #wait(homes: readonly Slot[] | null): Promise<Slot> {
    if (this.#waiters.size >= this.#options.waitingMax) {
      throw new NoConnection('pool', 'too many wait for a connection');
    }
    return new Promise((resolve, reject) => {
      const { homeMs, connectMs } = this.#options;
      const timer = setTimeout(
        () => (homes ? this.#goElsewhere(waiter) : this.#refuse(waiter)),
        homes ? homeMs : connectMs,
      );
      const waiter: Waiter = { homes, resolve, reject, timer };
      this.#waiters.add(waiter);
    });
  }

  /** From now on every connection will do. */
  #goElsewhere(waiter: Waiter): void {
    waiter.homes = null;
    const slot = this.#take(null);
    if (slot) {
      this.#waiters.delete(waiter);
      waiter.resolve(slot);
      return;
    }
    waiter.timer = setTimeout(() => this.#refuse(waiter), this.#options.connectMs - this.#options.homeMs);
  }

  #refuse(waiter: Waiter): void {
    this.#waiters.delete(waiter);
    waiter.reject(new NoConnection('pool', 'no connection became free in time'));
  }

  /** A server that takes no more connections is still served from by those that are there. */
  async #open(slot: Slot): Promise<Connection> {
    try {
      const connection = await Connection.open(this.#options, (lost) => this.#forgetIdle(lost));
      slot.connection = connection;
      this.#slotOf.set(connection, slot);
      return connection;
    } catch (error) {
      const { tenant } = slot;
      slot.tenant = null;
      this.#openFailedAt = performance.now();
      this.#passOn(slot);
      const other = await this.#otherThan(slot);
      if (other?.connection) {
        other.tenant = tenant;
        return other.connection;
      }
      if (other) {
        this.#passOn(other);
      }
      throw error;
    }
  }

  /** One that is idle, or will be when its statement is over; none where there is no other connection at all. */
  async #otherThan(slot: Slot): Promise<Slot | undefined> {
    const idle = this.#idle.at(-1);
    if (idle) {
      return this.#use(idle);
    }
    return this.#slots.some((other) => other !== slot && other.connection !== null) ? this.#wait(null) : undefined;
  }

  /**
   * The slot, with its connection or with room for one, goes to the first who waits for it, or is idle. Room is of no use
   * while the server takes no more connections and there are some that will be free.
   */
  #passOn(slot: Slot): void {
    const isUseful = slot.connection !== null || this.#mayOpen || this.#slotOf.size === 0;
    const waiter = this.#closed || !isUseful ? undefined : this.#nextFor(slot);
    if (waiter) {
      this.#settle(waiter);
      waiter.resolve(this.#use(slot));
      return;
    }
    slot.isUsed = false;
    if (slot.connection) {
      this.#idle.push(slot);
    }
  }

  #nextFor(slot: Slot): Waiter | undefined {
    for (const waiter of this.#waiters) {
      if (waiter.homes?.includes(slot) ?? true) {
        return waiter;
      }
    }
    return undefined;
  }

  #drop(slot: Slot, connection: Connection): void {
    slot.connection = null;
    this.#slotOf.delete(connection);
    void connection.close();
  }

  #dropOldIdle(): void {
    for (const slot of [...this.#idle]) {
      if (slot.connection && this.#isOld(slot.connection)) {
        this.#forgetIdle(slot.connection);
      }
    }
  }

  #forgetIdle(connection: Connection): void {
    const slot = this.#slotOf.get(connection);
    const at = slot ? this.#idle.indexOf(slot) : -1;
    if (slot && at >= 0) {
      this.#idle.splice(at, 1);
      this.#drop(slot, connection);
      this.#passOn(slot);
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

function emptySlot(): Slot {
  return { connection: null, tenant: null, isUsed: false, usedSince: 0 };
}

function isIdle({ isUsed, connection }: Slot): boolean {
  return !isUsed && connection !== null;
}

function isEmpty({ isUsed, connection }: Slot): boolean {
  return !isUsed && connection === null;
}

const goldenRatio = 0.618_033_988_749_894_9;
const openPauseMs = 1_000;
