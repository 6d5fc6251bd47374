import { setTimeout as delay } from 'node:timers/promises';
import { newEmail, newSignup, postSignup, type RunningPlatform, type SignupBody } from '@rapport/testbed';

type Platform = Pick<RunningPlatform, 'baseUrl' | 'operator'>;

/** A company that signs up under a key, and repeats that until it is answered with a tenant that works. */
export class SigningUp {
  readonly body: SignupBody = newSignup();
  readonly tenantIds = new Set<string>();
  /** It was sent so often. */
  attempts = 0;
  readonly #key = newEmail();

  async untilItWorks(platform: Platform): Promise<void> {
    for (const end = performance.now() + patienceMs; ; await delay(pauseMs)) {
      const state = await this.#attempt(platform);
      if (state === 'trialing') {
        return;
      }
      if (performance.now() > end) {
        throw new Error(`A sign-up was answered ${this.attempts} times, the last time with ${state}.`);
      }
    }
  }

  /** The state of the tenant, or what was answered in place of one. */
  async #attempt({ baseUrl, operator }: Platform): Promise<string> {
    this.attempts += 1;
    const headers = { 'idempotency-key': this.#key };
    const answer = await postSignup(baseUrl, this.body, { headers }).catch((error: unknown) => String(error));
    if (typeof answer === 'string') {
      return answer;
    }
    const { tenantId, state, code } = answer.body as { tenantId?: string; state?: string; code?: string };
    if (tenantId === undefined) {
      return `${answer.status} ${code}`;
    }
    this.tenantIds.add(tenantId);
    if (state !== 'provisioning') {
      return String(state);
    }
    // A repeated answer says what the first one said.
    const shown = await operator.getTenant({ params: { tenantId } }).catch((error: unknown) => String(error));
    return typeof shown === 'string' || shown.status !== 200 ? 'provisioning' : shown.body.state;
  }
}

const patienceMs = 300_000;
const pauseMs = 500;
