import { AppError, type CallContext } from '@rapport/kernel';

/** The rows that wait, oldest first. */
export interface Waiting<T> {
  readonly size: number;
  take(max: number): T[];
  /** Puts the batch first again. Returns how many of its rows found no room. */
  putBack(batch: readonly T[]): number;
}

export interface BatchWriterOptions<T> {
  readonly waiting: Waiting<T>;
  readonly send: (context: CallContext, batch: readonly T[], isSentAgain: boolean) => Promise<void>;
  readonly onWritten: (count: number) => void;
  readonly onLost: (count: number) => void;
}

/** Writes the rows of one queue in batches. It sends a batch unchanged until the batch is written or given up. */
export class BatchWriter<T> {
  readonly #options: BatchWriterOptions<T>;
  /** The size of the batch that was sent before and may have been written; it comes first. */
  #sentBefore = 0;
  /** Whether the database refused that batch. */
  #wasRefused = false;

  constructor(options: BatchWriterOptions<T>) {
    this.#options = options;
  }

  async writeAll(context: CallContext): Promise<void> {
    while (this.#options.waiting.size > 0) {
      await this.#writeBatch(context);
    }
  }

  /** A batch waits while the database is absent or locked. A batch that the database refuses twice is given up. */
  async #writeBatch(context: CallContext): Promise<void> {
    const { waiting, send, onWritten, onLost } = this.#options;
    const batch = waiting.take(this.#sentBefore || batchSize);
    try {
      await send(context, batch, this.#sentBefore > 0);
    } catch (error) {
      const isRefused = !(error instanceof AppError);
      const isGivenUp = isRefused && this.#wasRefused;
      onLost(isGivenUp ? batch.length : waiting.putBack(batch));
      this.#wasRefused = isRefused && !isGivenUp;
      this.#sentBefore = isGivenUp ? 0 : batch.length;
      throw error;
    }
    this.#wasRefused = false;
    this.#sentBefore = 0;
    onWritten(batch.length);
  }
}

/** One statement writes at most this many rows. */
export const batchSize = 500;
