import { AppError } from './app-error.ts';
import { lives } from './lives.ts';

export function idempotencyKeyReused(): AppError {
  return new AppError(
    'idempotency_key_reused',
    `This Idempotency-Key was used for another request within the last ${lives.idempotencyKey}; send this one with a key of its own.`,
  );
}
