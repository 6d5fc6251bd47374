import type { AppError } from '@rapport/kernel';
import type { IdempotencyKey } from '../../transacting/idempotency.ts';

/** A batch is answered so. */
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
