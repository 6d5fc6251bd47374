import { addressKey, type CallContext } from '@rapport/kernel';
import type { FailureLog } from '@rapport/rate-limit';
import type { SignInKeys } from '../sign-in-keys.ts';

/** With which password of which person a caller tries its luck. */
export interface Guess {
  /** The caller's address, as the limits count it. */
  readonly address: string;
  readonly email: string;
  /** The mark of a browser that is known to the identity, which is counted apart. */
  readonly known?: { readonly browser: string; readonly identityId: string } | undefined;
}

/** An attempt counts as a failure until it is known to be none. */
export interface Attempt {
  /** How long no attempt is allowed; undefined for one that is. */
  readonly waitMs: number | undefined;
  /** The pair was right: its address has no failures any more. */
  succeeded(): Promise<void>;
  /** The pair could not be compared, so the attempt does not count. */
  dropped(): Promise<void>;
}

/** Bounds how often passwords are guessed, by the e-mail address, known or not, and by the caller's address. */
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
    for (const { key, max } of this.#bounds(guess)) {
      const { receipt, waitMs } = await this.#log.take(context, key, max, windowMs);
      if (receipt === undefined) {
        await this.#giveBack(context, taken);
        return refused(waitMs);
      }
      taken.push({ key, receipt });
    }
    return {
      waitMs: undefined,
      succeeded: async () => {
        const [ofPerson, ...others] = taken;
        await this.#giveBack(context, others);
        if (ofPerson) {
          await this.#log.clear(context, ofPerson.key);
        }
      },
      dropped: () => this.#giveBack(context, taken),
    };
  }

  /** The bound of the person first. */
  #bounds({ address, email, known }: Guess): readonly Bound[] {
    if (known !== undefined) {
      return [
        { key: `{known-browser:${known.browser}}:sign-in`, max: perPersonMax },
        { key: `{known-browsers:${known.identityId}}:sign-in`, max: perIdentityMax },
      ];
    }
    const digest = this.#keys.digest('counted address', addressKey(email));
    return [
      { key: `{email:${digest}}:sign-in`, max: perPersonMax },
      { key: `{${address}}:sign-in`, max: perAddressMax },
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
}

interface Taken {
  readonly key: string;
  readonly receipt: string;
}

function refused(waitMs: number): Attempt {
  const nothing = async (): Promise<void> => undefined;
  return { waitMs, succeeded: nothing, dropped: nothing };
}

const perPersonMax = 10;
/** Over all browsers that are known to an identity. */
const perIdentityMax = 30;
const perAddressMax = 100;
const windowMs = 900_000;
