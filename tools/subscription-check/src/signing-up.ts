import { setTimeout as delay } from 'node:timers/promises';
import { newEmail, newSignup, postSignup, type SignupBody } from '@rapport/testbed';

/** A company that signs up under a key, and repeats that until it is answered that its tenant works. */
export class SigningUp {
  readonly body: SignupBody = newSignup();
  readonly tenantIds = new Set<string>();
  /** It was sent so often. */
  attempts = 0;
  readonly #key = newEmail();

  async untilItWorks(baseUrl: string): Promise<void> {
    for (const end = performance.now() + patienceMs; ; await delay(pauseMs)) {
      const state = await this.#attempt(baseUrl);
      if (state === 'trialing') {
        return;
      }
      if (performance.now() > end) {
        throw new Error(`A sign-up was answered ${this.attempts} times, the last time with ${state}.`);
      }
    }
  }

  /** The state of the tenant, or what was answered in place of one. */
  async #attempt(baseUrl: string): Promise<string> {
    this.attempts += 1;
    const headers = { 'idempotency-key': this.#key };
    const answer = await postSignup(baseUrl, this.body, { headers }).catch((error: unknown) => String(error));
    if (typeof answer === 'string') {
      return answer;
    }
    const { tenantId, state, code } = answer.body as { tenantId?: string; state?: string; code?: string };
    if (tenantId !== undefined) {
      this.tenantIds.add(tenantId);
    }
    return state ?? `${answer.status} ${code}`;
  }
}

const patienceMs = 300_000;
const pauseMs = 500;
