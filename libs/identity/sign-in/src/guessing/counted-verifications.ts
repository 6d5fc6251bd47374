import { addressKey, type CallContext } from '@rapport/kernel';
import { VerificationLimit } from '@rapport/people';
import { tooOften, type FailureLog } from '@rapport/rate-limit';
import { countedKeys } from './counted-keys.ts';
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

  /** The user first: a stranger that signed up with the address of another person uses up none of that one's. */
  override async take(context: CallContext, userId: string, email: string): Promise<void> {
    const ofUser = countedKeys.verifications(userId);
    const user = await this.#log.take(context, ofUser, perUserMax, hourMs);
    if (user.receipt === undefined) {
      throw tooOften('You have asked for as many mails in an hour as you may', user.waitMs, noMail);
    }
    const digest = this.#keys.digest('counted address', addressKey(email));
    const address = await this.#log.take(context, `{email:${digest}}:verification`, perEmailMax, hourMs);
    if (address.receipt === undefined) {
      await this.#log.giveBack(context, ofUser, user.receipt);
      throw tooOften('This e-mail address has got as many mails in an hour as it may', address.waitMs, noMail);
    }
  }
}

const noMail = 'No mail was sent.';
const perUserMax = 3;
/** Of all users with that address. */
const perEmailMax = 10;
const hourMs = 3_600_000;
