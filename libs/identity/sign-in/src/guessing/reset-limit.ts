import { addressKey, type CallContext } from '@rapport/kernel';
import type { FailureLog } from '@rapport/rate-limit';
import type { SignInKeys } from '../sign-in-keys.ts';

/** Bounds the mails of resets: how many an e-mail address gets, and how many a caller's address asks for. */
export class ResetLimit {
  readonly #log: FailureLog;
  readonly #keys: SignInKeys;

  constructor(log: FailureLog, keys: SignInKeys) {
    this.#log = log;
    this.#keys = keys;
  }

  async allows(context: CallContext, address: string, email: string): Promise<boolean> {
    const caller = await this.#log.take(context, `{${address}}:reset`, perAddressMax, windowMs);
    if (caller.receipt === undefined) {
      return false;
    }
    const digest = this.#keys.digest('counted address', addressKey(email));
    const mails = await this.#log.take(context, `{email:${digest}}:reset`, perEmailMax, windowMs);
    return mails.receipt !== undefined;
  }
}

const perEmailMax = 5;
const perAddressMax = 100;
const windowMs = 3_600_000;
