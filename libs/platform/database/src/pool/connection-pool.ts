import { Connection, type ConnectionOptions } from '../wire/connection.ts';
import { emptySlot, isEmpty, isIdle, isOld, type Purpose, type Slot } from './connection-slot.ts';
import { NoConnection, ReadRefused } from '../failures.ts';
import type { ConnectionSource } from './connection-source.ts';
import { TenantAffinity } from './tenant-affinity.ts';
import { TenantLines, type LineLimits } from '../tenant/tenant-lines.ts';

export interface PoolOptions extends ConnectionOptions {
  readonly sizeMax: number;
  /** The most statements that may wait for a connection; one more is refused at once. */
  readonly waitingMax: number;
  readonly connectionLifetimeMs: number;
  /** A tenant's statement waits so long for a connection of its affinity before any connection will do. */
  readonly affinityMs: number;
  /** A read waits so long while its tenant reads with half of the connections. */
  readonly readMs: number;
  /** The most reads that may wait in that way. */
  readonly reads: Pick<LineLimits, 'waitingPerTenantMax' | 'waitingMax'>;
}

interface Waiter {
  /** The slots of the tenant's affinity; null where every connection is as good as the other. */
  affinity: readonly Slot[] | null;
  readonly resolve: (slot: Slot) => void;
  readonly reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/**
 * The connections to one database: bounded in number, and the wait for one in time.
 * Each tenant has an affinity to a connection, on which its statements are prepared: a statement costs three times as
 * much where it has to be prepared first, and PostgreSQL holds in memory what a connection has touched once. So a
 * statement that finds it in use waits for it a little, although other connections are idle. A tenant with several
 * statements under way has an affinity to as many, side by side, so that a busy tenant is served by many connections and
 * five hundred quiet ones by one each. The reads of a tenant never have more than half of the connections: the other half is
 * there for the reads of other tenants, and for writes.
 */
export class ConnectionPool implements ConnectionSource {
  readonly #options: PoolOptions;
  readonly #slots: readonly Slot[];
  readonly #slotOf = new Map<Connection, Slot>();
  readonly #idle: Slot[] = [];
  readonly #waiters = new Set<Waiter>();
  readonly #affinity: TenantAffinity<Slot>;
  readonly #reads: TenantLines;
  #closed = false;
  #openFailedAt = -Infinity;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.sizeMax }, emptySlot);
    this.#affinity = new TenantAffinity(this.#slots);
    this.#reads = new TenantLines({
      ...options.reads,
      runningMax: Math.max(1, Math.floor(options.sizeMax / 2)),
      refuse: (reason) => new ReadRefused(reason),
    });
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

  get readsWaiting(): number {
    return this.#reads.waiting;
  }

  /** It acquires the connection itself, so that a statement costs one asynchronous function here. */
  async use<T>(tenant: number | null, purpose: Purpose, work: (connection: Connection) => Promise<T>): Promise<T> {
    if (tenant !== null && purpose === 'reading' && !this.#reads.enter(tenant)) {
      await this.#reads.wait(tenant, this.#options.readMs);
    }
    const affinity = tenant === null ? null : this.#affinity.enter(tenant);
    let connection: Connection;
    try {
      if (this.#closed) {
        throw new NoConnection('pool', 'the pool is closed');
      }
      this.#dropOldIdle();
      const wanted = affinity && this.#unlessHeldUp(affinity);
      const slot = this.#take(wanted) ?? (await this.#wait(wanted));
      slot.tenant = tenant;
      slot.purpose = purpose;
      connection = slot.connection ?? (await this.#open(slot));
    } catch (error) {
      this.#leave(tenant, purpose);
      throw error;
    }
    try {
      return await work(connection);
    } finally {
      this.#release(connection);
    }
  }

  /** Ends idle connections now, and used ones when their work has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of [...this.#waiters]) {
      this.#settle(waiter);
      waiter.reject(new NoConnection('pool', 'the pool is closed'));
    }
    await Promise.all(this.#idle.splice(0).map(async ({ connection }) => connection?.close()));
  }

  #release(connection: Connection): void {
    const slot = this.#slotOf.get(connection);
    if (!slot) {
      throw new Error('the connection is none of this pool');
    }
    this.#leave(slot.tenant, slot.purpose);
    slot.tenant = null;
    if (this.#closed || !connection.usable || isOld(slot)) {
      this.#drop(slot, connection);
    }
    this.#passOn(slot);
  }

  #leave(tenant: number | null, purpose: Purpose): void {
    if (tenant === null) {
      return;
    }
    this.#affinity.leave(tenant);
    if (purpose === 'reading') {
      this.#reads.leave(tenant);
    }
  }

  /** The slots to wait for: none where all of them are held up, by a lock or by a long transaction. */
  #unlessHeldUp(affinity: readonly Slot[]): readonly Slot[] | null {
    const heldUpSince = performance.now() - this.#options.affinityMs;
    return affinity.every(({ isUsed, usedSince }) => isUsed && usedSince < heldUpSince) ? null : affinity;
  }

  /** A free slot. While the server takes no more connections, an idle one anywhere is better than another attempt. */
  #take(affinity: readonly Slot[] | null): Slot | undefined {
    const anyIdle = this.#idle.at(-1);
    const idle = affinity === null ? anyIdle : affinity.find(isIdle);
    const slot = idle ?? (anyIdle === undefined || this.#mayOpen ? (affinity ?? this.#slots).find(isEmpty) : anyIdle);
    return slot && this.#occupy(slot);
  }

  get #mayOpen(): boolean {
    return performance.now() - this.#openFailedAt > openPauseMs;
  }

  #occupy(slot: Slot): Slot {
    const at = this.#idle.indexOf(slot);
    if (at >= 0) {
      this.#idle.splice(at, 1);
    }
    slot.isUsed = true;
    slot.usedSince = performance.now();
    return slot;
  }

  #wait(affinity: readonly Slot[] | null): Promise<Slot> {
    if (this.#waiters.size >= this.#options.waitingMax) {
      throw new NoConnection('pool', 'too many wait for a connection');
    }
    return new Promise((resolve, reject) => {
      const { affinityMs, connectMs } = this.#options;
      const timer = setTimeout(
        () => (affinity ? this.#goElsewhere(waiter) : this.#refuse(waiter)),
        affinity ? affinityMs : connectMs,
      );
      const waiter: Waiter = { affinity, resolve, reject, timer };
      this.#waiters.add(waiter);
    });
  }

  /** From now on the waiter takes any connection. */
  #goElsewhere(waiter: Waiter): void {
    waiter.affinity = null;
    const slot = this.#take(null);
    if (slot) {
      this.#waiters.delete(waiter);
      waiter.resolve(slot);
      return;
    }
    waiter.timer = setTimeout(() => this.#refuse(waiter), this.#options.connectMs - this.#options.affinityMs);
  }

  #refuse(waiter: Waiter): void {
    this.#waiters.delete(waiter);
    waiter.reject(new NoConnection('pool', 'no connection became free in time'));
  }

  /** A new connection for the slot. Where the server takes no more of them, one of those that are there serves. */
  async #open(slot: Slot): Promise<Connection> {
    try {
      const connection = await Connection.open(this.#options, (lost) => this.#forgetIdle(lost));
      slot.connection = connection;
      slot.oldAt = performance.now() + this.#options.connectionLifetimeMs * (1 - lifetimeSpread * Math.random());
      this.#slotOf.set(connection, slot);
      return connection;
    } catch (error) {
      const { tenant, purpose } = slot;
      slot.tenant = null;
      this.#openFailedAt = performance.now();
      this.#passOn(slot);
      const other = await this.#otherThan(slot);
      if (other?.connection) {
        other.tenant = tenant;
        other.purpose = purpose;
        return other.connection;
      }
      if (other) {
        this.#passOn(other);
      }
      throw error;
    }
  }

  /** A slot with a connection that is idle, now or when its statement is over; undefined where there is no other. */
  async #otherThan(slot: Slot): Promise<Slot | undefined> {
    const idle = this.#idle.at(-1);
    if (idle) {
      return this.#occupy(idle);
    }
    return this.#slots.some((other) => other !== slot && other.connection !== null) ? this.#wait(null) : undefined;
  }

  /**
   * Gives the slot, with its connection or with room for one, to the first waiter that takes it; otherwise it is idle.
   * Room is of no use while the server takes no more connections and others will become free.
   */
  #passOn(slot: Slot): void {
    const isUseful = slot.connection !== null || this.#mayOpen || this.#slotOf.size === 0;
    const waiter = this.#closed || !isUseful ? undefined : this.#nextFor(slot);
    if (waiter) {
      this.#settle(waiter);
      waiter.resolve(this.#occupy(slot));
      return;
    }
    slot.isUsed = false;
    if (slot.connection) {
      this.#idle.push(slot);
    }
  }

  #nextFor(slot: Slot): Waiter | undefined {
    for (const waiter of this.#waiters) {
      if (waiter.affinity?.includes(slot) ?? true) {
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
      if (slot.connection && isOld(slot)) {
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
}

/** Connections that are opened together, as at a start, get old one by one over this share of their lifetime. */
const lifetimeSpread = 0.25;
const openPauseMs = 1_000;
