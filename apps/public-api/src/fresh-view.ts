import { StaleView } from '@rapport/records';
import type { PublicContext } from './guards.ts';

/** Begins a read again under the caller's state as it is now, when the read itself found that the caller was admitted on an older one. */
export async function underFreshView<T>(
  context: PublicContext,
  read: (context: PublicContext) => Promise<T>,
): Promise<T> {
  let current = context;
  for (let turn = 1; ; turn += 1) {
    try {
      return await read(current);
    } catch (error) {
      if (!(error instanceof StaleView) || turn === turnsMax) {
        throw error;
      }
      current = await current.refresh();
    }
  }
}

const turnsMax = 4;
