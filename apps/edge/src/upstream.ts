import { times } from '@rapport/config';
import { Pool } from 'undici';

/** One process of a service. */
export interface Replica {
  readonly origin: string;
  readonly pool: Pool;
  /** Until then it is tried after the others, because it did not answer. */
  shunnedUntil: number;
}

const poolOptions = {
  connections: 256,
  // Our own deadline covers the whole exchange.
  headersTimeout: 0,
  bodyTimeout: 0,
  connect: { timeout: 1_000 },
  // Shorter than a service keeps a connection, so that a request never meets one that was just closed.
  keepAliveTimeout: times.keepAlive / 2,
  keepAliveMaxTimeout: times.keepAlive / 2,
} as const;

/** The replicas of one service, asked in turn. */
export class Upstream {
  readonly service: string;
  readonly #replicas: readonly Replica[];
  #next = 0;

  constructor(service: string, origins: readonly string[]) {
    this.service = service;
    this.#replicas = origins.map((origin) => ({ origin, pool: new Pool(origin, poolOptions), shunnedUntil: 0 }));
  }

  /** Every replica once, in the order in which a request should try them. */
  order(): Replica[] {
    const first = this.#next++ % this.#replicas.length;
    const turn = [...this.#replicas.slice(first), ...this.#replicas.slice(0, first)];
    if (turn.length === 1) return turn;
    const now = performance.now();
    return [
      ...turn.filter(({ shunnedUntil }) => shunnedUntil <= now),
      ...turn.filter(({ shunnedUntil }) => shunnedUntil > now),
    ];
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map(({ pool }) => pool.destroy()));
  }
}

/** Lets the other replicas go first for a while; with one replica nothing changes. */
export function shun(replica: Replica, forMs: number): void {
  replica.shunnedUntil = performance.now() + forMs;
}
