import { Failure, isFailure } from '../../api/failure.ts';
import { sameValue } from './merging.ts';

/** Sends a body so that it takes effect once, however often a person presses until an answer is there. */
export class Once<Body, Answer> {
  readonly #send: (body: Body, key: string) => Promise<Answer>;
  #last: Sent<Body> | undefined;

  constructor(send: (body: Body, key: string) => Promise<Answer>) {
    this.#send = send;
  }

  /**
   * Answers with the body that took effect. It is an earlier one where the answer to that was lost, it had taken effect
   * all the same, and the person has changed the body since then.
   */
  async send(body: Body): Promise<{ readonly answer: Answer; readonly body: Body }> {
    const last = this.#last;
    if (last && sameValue(last.body, body)) {
      return { answer: await this.#attempt(last), body };
    }
    if (last?.isInDoubt) {
      try {
        return { answer: await this.#attempt(last), body: last.body };
      } catch (error) {
        if (last.isInDoubt) {
          throw error;
        }
      }
    }
    this.#last = { body, key: crypto.randomUUID(), isInDoubt: false };
    return { answer: await this.#attempt(this.#last), body };
  }

  async #attempt(sent: Sent<Body>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await this.#send(sent.body, sent.key);
        this.#last = undefined;
        return answer;
      } catch (error) {
        sent.isInDoubt = !isRefusal(error);
        if (!isFailure(error, 'idempotency_in_progress') || attempt === attemptsMax) {
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }
}

interface Sent<Body> {
  readonly body: Body;
  readonly key: string;
  /** Whether it may have taken effect, because no answer says otherwise. */
  isInDoubt: boolean;
}

const attemptsMax = 10;
const pauseMs = 1_000;

/** A service that refuses has stored nothing. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof Failure &&
    error.status >= 400 &&
    error.status < 500 &&
    !isFailure(error, 'idempotency_in_progress')
  );
}
