/** Something that a call had looked at is another now, so it looks again. */
export class Overtaken extends Error {}

/** Does the work again where it was overtaken. */
export async function untilNotOvertaken<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overtaken) || attempt === attemptsMax) {
        throw error;
      }
    }
  }
}

const attemptsMax = 3;
