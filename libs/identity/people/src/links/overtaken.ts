import { serviceUnavailable } from '@rapport/kernel';

/** Something that a call had looked at is another now, so it looks again. */
export class Overtaken extends Error {}

/** Does the work again where it was overtaken. */
export async function untilNotOvertaken<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overtaken)) {
        throw error;
      }
      if (attempt === attemptsMax) {
        throw serviceUnavailable('This is being changed by others at the same time; try again.', 1, error);
      }
    }
  }
}

const attemptsMax = 3;
