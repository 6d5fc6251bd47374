import { AppError } from './app-error.ts';

/** How long an Idempotency-Key is kept, as PostgreSQL writes it. The contracts promise the same. */
export const idempotencyKeyLife = '24 hours';

export function idempotencyKeyReused(): AppError {
  return new AppError(
    'idempotency_key_reused',
    `This Idempotency-Key was used for another request within the last ${idempotencyKeyLife}; send this one with a key of its own.`,
  );
}
