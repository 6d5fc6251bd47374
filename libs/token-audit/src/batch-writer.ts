import { AppError, type CallContext } from '@rapport/kernel';

/** What waits to be written, oldest first. */
export interface Waiting<T> {
  readonly size: number;
  take(max: number): T[];
  /** Puts what was taken first again. Gives how many found no room. */
  putBack(batch: readonly T[]): number;
}

export interface BatchWriterParts<T> {
  readonly waiting: Waiting<T>;
  readonly send: (context: CallContext, batch: readonly T[], isSentAgain: boolean) => Promise<void>;
  readonly onWritten: (count: number) => void;
  readonly onLost: (count: number) => void;
}

/** Writes what waits in one queue, in batches: each is sent as it was until it is written or given up. */
export class BatchWriter<T> {
  readonly #parts: BatchWriterParts<T>;
  /** How many come first that were sent before and may have been written. */
  #sentBefore = 0;
  /** Whether the database refused those. */
  #wasRefused = false;

  constructor(parts: BatchWriterParts<T>) {
    this.#parts = parts;
  }

  async writeAll(context: CallContext): Promise<void> {
    while (this.#parts.waiting.size > 0) {
      await this.#writeBatch(context);
    }
  }

  /** What a database that is absent or locked did not take waits on; what it refuses twice would be refused for ever, and is given up. */
  async #writeBatch(context: CallContext): Promise<void> {
    const { waiting, send, onWritten, onLost } = this.#parts;
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

/** At most what is written in one statement. */
export const batchSize = 500;
