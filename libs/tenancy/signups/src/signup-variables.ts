import { onOff, wholeNumber } from '@rapport/config';
import type { SignupBounds } from './signup-limits.ts';

/** The variables of a service at which companies sign up. */
export const signupVariables = {
  SIGNUPS: onOff().prefault('off').describe('whether companies can sign up by themselves'),
  SIGNUPS_PER_ADDRESS_IN_HOUR: wholeNumber(1, 1_000_000)
    .prefault('20')
    .describe('sign-ups from one network address in an hour'),
  SIGNUPS_PER_EMAIL_IN_DAY: wholeNumber(1, 1_000_000).prefault('3').describe('sign-ups of one e-mail address in a day'),
  SIGNUPS_IN_HOUR: wholeNumber(1, 1_000_000).prefault('600').describe('sign-ups of the installation in an hour'),
  UNVERIFIED_TENANTS_MAX: wholeNumber(1, 1_000_000)
    .prefault('1000')
    .describe('open tenants of which no owner is verified yet; at so many nobody signs up'),
};

export type SignupSettings = Readonly<
  Record<
    'SIGNUPS_PER_ADDRESS_IN_HOUR' | 'SIGNUPS_PER_EMAIL_IN_DAY' | 'SIGNUPS_IN_HOUR' | 'UNVERIFIED_TENANTS_MAX',
    number
  >
>;

export function boundsOf(settings: SignupSettings): SignupBounds {
  return {
    perCallerInHour: settings.SIGNUPS_PER_ADDRESS_IN_HOUR,
    perEmailInDay: settings.SIGNUPS_PER_EMAIL_IN_DAY,
    allInHour: settings.SIGNUPS_IN_HOUR,
    unverifiedMax: settings.UNVERIFIED_TENANTS_MAX,
  };
}
