import { addressKey, type CallContext } from '@rapport/kernel';
import { VerificationLimit } from '@rapport/people';
import { tooOften, type FailureLog } from '@rapport/rate-limit';
import type { SignInKeys } from '../sign-in-keys.ts';

/** Mails of verifications that all processes are asked for count together. */
export class CountedVerifications extends VerificationLimit {
  readonly #log: FailureLog;
  readonly #keys: SignInKeys;

  constructor(log: FailureLog, keys: SignInKeys) {
    super();
    this.#log = log;
    this.#keys = keys;
  }

  override async take(context: CallContext, email: string): Promise<void> {
    const digest = this.#keys.digest('counted address', addressKey(email));
    const { receipt, waitMs } = await this.#log.take(context, `{email:${digest}}:verification`, perEmailMax, hourMs);
    if (receipt === undefined) {
      throw tooOften('This e-mail address has got as many mails in an hour as may be asked for', waitMs, noMail);
    }
  }
}

const noMail = 'No mail was sent.';
const perEmailMax = 3;
const hourMs = 3_600_000;
