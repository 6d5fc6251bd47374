import { serviceUnavailable } from '@rapport/kernel';

/** Does several pieces of work at once, and gives their results in the same order. */
export type WorkTogether<In, Out> = (inputs: readonly In[]) => Promise<readonly Out[]>;

interface Waiter<In, Out> {
  readonly input: In;
  readonly resolve: (result: Out) => void;
  readonly reject: (error: unknown) => void;
}

/** Work that comes while other work is under way waits for its end, and is then done together. */
export class Gathering<In, Out> {
  readonly #work: WorkTogether<In, Out>;
  readonly #waiting: Waiter<In, Out>[] = [];
  #isUnderWay = false;

  constructor(work: WorkTogether<In, Out>) {
    this.#work = work;
  }

  do(input: In): Promise<Out> {
    if (this.#waiting.length >= waitingMax) {
      throw serviceUnavailable('Too many requests of this kind wait already; try again.');
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ input, resolve, reject });
      if (!this.#isUnderWay) {
        void this.#goOn();
      }
    });
  }

  async #goOn(): Promise<void> {
    this.#isUnderWay = true;
    while (this.#waiting.length > 0) {
      const round = this.#waiting.splice(0, roundMax);
      try {
        const results = await this.#work(round.map(({ input }) => input));
        // The work gives a result for each input.
        round.forEach(({ resolve }, index) => resolve(results[index] as Out));
      } catch (error) {
        round.forEach(({ reject }) => reject(error));
      }
    }
    this.#isUnderWay = false;
  }
}

const roundMax = 100;
const waitingMax = 1_000;
