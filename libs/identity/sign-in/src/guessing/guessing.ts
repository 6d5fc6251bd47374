import { addressKey, lives, secondsOf, type CallContext } from '@rapport/kernel';
import type { FailureLog } from '@rapport/rate-limit';
import { countedKeys } from './counted-keys.ts';
import type { SignInKeys } from '../sign-in-keys.ts';

/** With which password of which person a caller tries its luck. */
export interface Guess {
  /** The caller's address, as the limits count it. */
  readonly address: string;
  readonly email: string;
  /** The mark of a browser that is known to the identity, which is counted apart. */
  readonly known?: { readonly browser: string; readonly identityId: string } | undefined;
}

/** Why no attempt is allowed, and for how long. */
export interface Stop {
  readonly reason: 'too_many_failures' | 'too_many_successes';
  readonly retryAfterSeconds: number;
}

/** An attempt counts as a failure, and as a success, until it is known which it is. */
export interface Attempt {
  /** Undefined for an attempt that is allowed. */
  readonly stop: Stop | undefined;
  /**
   * The pair was right. Where its identity is verified, the e-mail address has no failures any more; one that is not may
   * be a stranger's, and so takes none of them away.
   */
  succeeded(identity: { readonly isVerified: boolean }): Promise<void>;
  failed(): Promise<void>;
  /** The pair could not be compared, so the attempt does not count. */
  dropped(): Promise<void>;
}

/**
 * Bounds how often passwords are guessed, by the e-mail address, known or not, and by the caller's address. Right ones
 * have a wider bound by the caller's address, because each costs a hash too.
 */
export class Guessing {
  readonly #log: FailureLog;
  readonly #keys: SignInKeys;

  constructor(log: FailureLog, keys: SignInKeys) {
    this.#log = log;
    this.#keys = keys;
  }

  /** Counts the attempt before the password is looked at, so that no crowd of attempts at once gets past the bound. */
  async begin(context: CallContext, guess: Guess): Promise<Attempt> {
    const taken: Taken[] = [];
    for (const { key, max, reason } of this.#bounds(guess)) {
      const { receipt, waitMs } = await this.#log.take(context, key, max, windowMs);
      if (receipt === undefined) {
        await this.#giveBack(context, taken);
        return stopped({ reason, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
      }
      taken.push({ key, receipt, reason });
    }
    const countedAs = (counted: Stop['reason']): Taken[] => taken.filter(({ reason }) => reason === counted);
    return {
      stop: undefined,
      succeeded: async ({ isVerified }) => {
        const [ofPerson, ...others] = countedAs('too_many_failures');
        await this.#giveBack(context, others);
        if (ofPerson) {
          await (isVerified ? this.#log.clear(context, ofPerson.key) : this.#giveBack(context, [ofPerson]));
        }
      },
      failed: () => this.#giveBack(context, countedAs('too_many_successes')),
      dropped: () => this.#giveBack(context, taken),
    };
  }

  /** The bound of the person first. */
  #bounds({ address, email, known }: Guess): readonly Bound[] {
    const successes = { key: `{${address}}:signed-in`, max: successesMax, reason: 'too_many_successes' } as const;
    const reason = 'too_many_failures';
    if (known !== undefined) {
      return [
        { key: `{known-browser:${known.browser}}:sign-in`, max: perPersonMax, reason },
        { key: countedKeys.browsers(known.identityId), max: perIdentityMax, reason },
        successes,
      ];
    }
    const digest = this.#keys.digest('counted address', addressKey(email));
    return [
      { key: `{email:${digest}}:sign-in`, max: perPersonMax, reason },
      { key: `{${address}}:sign-in`, max: perAddressMax, reason },
      successes,
    ];
  }

  async #giveBack(context: CallContext, taken: readonly Taken[]): Promise<void> {
    for (const { key, receipt } of taken) {
      await this.#log.giveBack(context, key, receipt);
    }
  }
}

interface Bound {
  readonly key: string;
  readonly max: number;
  /** The reason that is told where there are that many. */
  readonly reason: Stop['reason'];
}

interface Taken {
  readonly key: string;
  readonly receipt: string;
  readonly reason: Stop['reason'];
}

function stopped(stop: Stop): Attempt {
  const nothing = async (): Promise<void> => undefined;
  return { stop, succeeded: nothing, failed: nothing, dropped: nothing };
}

const perPersonMax = 10;
/** Over all browsers that are known to an identity. */
const perIdentityMax = 30;
const perAddressMax = 100;
/** Of right passwords, from one address. */
const successesMax = 300;
const windowMs = secondsOf(lives.guess) * 1_000;
