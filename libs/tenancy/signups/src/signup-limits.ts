import { isIPv6 } from 'node:net';
import type { CallContext } from '@rapport/kernel';
import { tooOften, type FailureLog } from '@rapport/rate-limit';
import type { SignupKeys } from './signup-keys.ts';
import type { SignupSettings } from './signup-variables.ts';

export interface CountedSignup {
  /** The caller's address, as the limits count it. */
  readonly address: string;
  readonly email: string;
}

/** The open tenants that are not verified, in all and of one network, and how long the first of them stays so at most. */
export interface Waiting {
  readonly count: number;
  readonly waitMs: number;
  readonly ofNetwork: number;
  readonly networkWaitMs: number;
}

/** Bounds sign-ups over all processes. A sign-up that is too many is not counted, so it takes no place from another. */
export class SignupLimits {
  readonly #log: FailureLog;
  readonly #keys: SignupKeys;
  readonly #settings: SignupSettings;

  constructor(log: FailureLog, keys: SignupKeys, settings: SignupSettings) {
    this.#log = log;
    this.#keys = keys;
    this.#settings = settings;
  }

  /** Refuses sign-ups while as many tenants as may be wait for their verification. */
  requireRoom({ count, waitMs, ofNetwork, networkWaitMs }: Waiting): void {
    const wait = 'wait for their first owner to verify the address';
    if (ofNetwork >= this.#settings.UNVERIFIED_TENANTS_PER_NETWORK_MAX) {
      throw tooOften(`As many organisations from your network as may ${wait}`, networkWaitMs, unlessVerified);
    }
    if (count >= this.#settings.UNVERIFIED_TENANTS_MAX) {
      throw tooOften(`As many organisations as may ${wait}`, waitMs, nothing);
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
    for (const [key, max, span, who] of this.#windowsOf(signup)) {
      const { receipt, waitMs } = await this.#log.take(context, key, max, spansMs[span]);
      if (receipt === undefined) {
        await giveBack();
        throw tooOften(`${who} has signed up as often in ${span} as may be`, waitMs, nothing);
      }
      taken.push({ key, receipt });
    }
    return giveBack;
  }

  #windowsOf({ address, email }: CountedSignup): Window[] {
    const max = this.#settings;
    const network = this.#keys.ofNetwork(address);
    const named = `{email:${this.#keys.ofAddress(email)}}:sign-up`;
    const ofIPv6: Window = [`{${network}}:sign-up`, max.SIGNUPS_PER_IPV6_NETWORK_IN_HOUR, 'an hour', 'Your network'];
    return [
      [`{${address}}:sign-up`, max.SIGNUPS_PER_ADDRESS_IN_HOUR, 'an hour', 'Your network address'],
      ...(isIPv6(address) ? [ofIPv6] : []),
      [`${named}:${network}`, max.SIGNUPS_PER_EMAIL_AND_NETWORK_IN_DAY, 'a day', 'In your network this e-mail address'],
      [named, max.SIGNUPS_PER_EMAIL_IN_DAY, 'a day', 'This e-mail address'],
      ['{sign-ups}', max.SIGNUPS_IN_HOUR, 'an hour', 'Everybody together'],
    ];
  }
}

type Window = readonly [key: string, max: number, span: keyof typeof spansMs, who: string];

const spansMs = { 'an hour': 3_600_000, 'a day': 86_400_000 } as const;
const nothing = 'Nothing was made.';
const unlessVerified = `${nothing} There is room at once when one of them verifies the address.`;
