import { serviceUnavailable } from '@rapport/kernel';
import { StaleView } from '@rapport/records';
import type { PublicContext } from './guards.ts';

/**
 * Begins a read again under the caller's present state, when the read finds that the caller was admitted on an older
 * one. A state stays older than the cell where the control database was restored. No read is right under such a state.
 */
export async function underFreshView<T>(
  context: PublicContext,
  read: (context: PublicContext) => Promise<T>,
): Promise<T> {
  let current = context;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read(current);
    } catch (error) {
      if (!(error instanceof StaleView)) {
        throw error;
      }
      if (attempt === attemptsMax) {
        throw serviceUnavailable(
          'What this client may see is being brought up to date; try again.',
          retryAfterSeconds,
          error,
        );
      }
      current = await current.refresh();
    }
  }
}

const attemptsMax = 4;
const retryAfterSeconds = 5;
