import { serviceUnavailable } from '@rapport/kernel';
import { StaleView } from '@rapport/records';
import type { PublicContext } from './guards.ts';

/**
 * Begins a read again under the caller's state as it is now, when the read itself found that the caller was admitted on an older one. A
 * state that stays older than the cell is that of a control that was restored: no read is right under it.
 */
export async function underFreshView<T>(
  context: PublicContext,
  read: (context: PublicContext) => Promise<T>,
): Promise<T> {
  let current = context;
  for (let turn = 1; ; turn += 1) {
    try {
      return await read(current);
    } catch (error) {
      if (!(error instanceof StaleView)) {
        throw error;
      }
      if (turn === turnsMax) {
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

const turnsMax = 4;
const retryAfterSeconds = 5;
