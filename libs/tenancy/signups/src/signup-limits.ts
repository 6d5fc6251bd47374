import type { CallContext } from '@rapport/kernel';
import { tooOften, type FailureLog } from '@rapport/rate-limit';
import type { SignupKeys } from './signup-keys.ts';

/** Each is 1 or more. */
export interface SignupBounds {
  readonly perCallerInHour: number;
  readonly perEmailInDay: number;
  readonly allInHour: number;
  /** Open tenants of which no owner is verified. */
  readonly unverifiedMax: number;
}

export interface CountedSignup {
  /** The caller's address, as the limits count it. */
  readonly address: string;
  readonly email: string;
}

/** Bounds sign-ups over all processes. A sign-up that is too many is not counted, so it takes no place from another. */
export class SignupLimits {
  readonly #log: FailureLog;
  readonly #keys: SignupKeys;
  readonly #bounds: SignupBounds;

  constructor(log: FailureLog, keys: SignupKeys, bounds: SignupBounds) {
    this.#log = log;
    this.#keys = keys;
    this.#bounds = bounds;
  }

  get unverifiedMax(): number {
    return this.#bounds.unverifiedMax;
  }

  /** Refuses sign-ups while as many tenants as may be wait for their verification. */
  requireRoom(unverified: { readonly count: number; readonly waitMs: number }): void {
    if (unverified.count >= this.#bounds.unverifiedMax) {
      throw tooOften(
        'As many organisations as may wait for their first owner to verify the address',
        unverified.waitMs,
        nothing,
      );
    }
  }

  /**
   * Counts a sign-up, or refuses it. The caller comes first, so one that asks too often takes nothing of the address that it
   * names. What it returns takes the count back, for a sign-up that made nothing.
   */
  async take(context: CallContext, signup: CountedSignup): Promise<() => Promise<void>> {
    const taken: { key: string; receipt: string }[] = [];
    const giveBack = async (): Promise<void> => {
      await Promise.all(taken.map((one) => this.#log.giveBack(context, one.key, one.receipt)));
    };
    for (const { key, max, windowMs, problem } of this.#windowsOf(signup)) {
      const { receipt, waitMs } = await this.#log.take(context, key, max, windowMs);
      if (receipt === undefined) {
        await giveBack();
        throw tooOften(problem, waitMs, nothing);
      }
      taken.push({ key, receipt });
    }
    return giveBack;
  }

  #windowsOf({ address, email }: CountedSignup): Window[] {
    const { perCallerInHour, perEmailInDay, allInHour } = this.#bounds;
    const caller = 'Your network address has signed up as often in an hour as it may';
    const named = 'This e-mail address has been signed up as often in a day as it may be';
    const all = 'As many organisations have signed up in this hour as may';
    return [
      { key: `{${address}}:sign-up`, max: perCallerInHour, windowMs: hourMs, problem: caller },
      { key: `{email:${this.#keys.ofAddress(email)}}:sign-up`, max: perEmailInDay, windowMs: dayMs, problem: named },
      { key: '{sign-ups}', max: allInHour, windowMs: hourMs, problem: all },
    ];
  }
}

interface Window {
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
  readonly problem: string;
}

const nothing = 'Nothing was made.';
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
