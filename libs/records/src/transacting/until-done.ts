import type { WriteTurn } from '@rapport/database';
import { serviceUnavailable, type AppError } from '@rapport/kernel';

/** Repeats an attempt until it is done, and ends the turn in which it is made. */
export async function untilDone<T>(turn: WriteTurn, attempt: () => Promise<T | null>): Promise<T> {
  try {
    for (let count = 0; count < attemptsMax; count += 1) {
      const done = await attempt();
      if (done !== null) {
        return done;
      }
    }
    throw tooManyAttempts();
  } finally {
    turn.end();
  }
}

export function tooManyAttempts(): AppError {
  return serviceUnavailable('The record changes too often at the moment; nothing of this request was done, try again.');
}

const attemptsMax = 5;
