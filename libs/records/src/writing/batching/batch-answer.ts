import type { AppError } from '@rapport/kernel';
import type { IdempotencyKey } from '../../transacting/idempotency.ts';

/** How a batch is answered. */
export interface BatchAnswering {
  readonly key?: IdempotencyKey | undefined;
  /** The body that a refused item has in the answer. */
  readonly problemOf: (refusal: AppError) => object;
}

export interface WrittenBatch {
  /** The JSON text with a character for each byte. */
  readonly body: string;
  readonly replayed: boolean;
}
