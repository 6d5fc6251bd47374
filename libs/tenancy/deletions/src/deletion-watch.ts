import type { Database } from '@rapport/database';
import { loop, type Background, type Metrics } from '@rapport/telemetry';
import type { DeletionStore } from './deletion-store.ts';

const watching = loop('watch deletions', 'Measures for how long the oldest deletion of a tenant has been under way.');

/** Measures deletions, so that one that stands still is seen. */
export class DeletionWatch {
  static readonly loops = [watching];
  readonly #database: Database;
  readonly #store: DeletionStore;
  readonly #setOldest: (seconds: number) => void;

  constructor(database: Database, store: DeletionStore, metrics: Metrics) {
    this.#database = database;
    this.#store = store;
    const oldest = metrics.gauge({
      name: 'tenant_deletion_oldest_seconds',
      help: 'For how long the oldest deletion of a tenant has been under way that is not proven yet.',
    });
    this.#setOldest = (seconds) => oldest.set(seconds);
  }

  start(background: Background): void {
    const look = async (context: Parameters<DeletionStore['oldestSeconds']>[0]): Promise<void> =>
      this.#setOldest(await this.#store.oldestSeconds(context, this.#database.control));
    background.repeat(watching, look, lookEveryMs, { isPoll: true });
  }
}

const lookEveryMs = 30_000;
