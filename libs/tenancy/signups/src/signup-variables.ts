import { onOff, wholeNumber } from '@rapport/config';

/** The variables of a service at which companies sign up. */
export const signupVariables = {
  SIGNUPS: onOff().prefault('off').describe('whether companies can sign up by themselves'),
  SIGNUPS_PER_ADDRESS_IN_HOUR: wholeNumber(1, 1_000_000)
    .prefault('20')
    .describe('sign-ups from one network address in an hour'),
  SIGNUPS_PER_IPV6_NETWORK_IN_HOUR: wholeNumber(1, 1_000_000)
    .prefault('40')
    .describe('sign-ups from one IPv6 network (/48) in an hour'),
  SIGNUPS_PER_EMAIL_AND_NETWORK_IN_DAY: wholeNumber(1, 1_000_000)
    .prefault('3')
    .describe('sign-ups of one e-mail address from one network (IPv4 /24, IPv6 /48) in a day'),
  SIGNUPS_PER_EMAIL_IN_DAY: wholeNumber(1, 1_000_000)
    .prefault('10')
    .describe('sign-ups of one e-mail address in a day'),
  SIGNUPS_IN_HOUR: wholeNumber(1, 1_000_000).prefault('600').describe('sign-ups of the installation in an hour'),
  UNVERIFIED_TENANTS_MAX: wholeNumber(1, 1_000_000)
    .prefault('1000')
    .describe('open tenants of which no owner is verified yet; at so many nobody signs up'),
  UNVERIFIED_TENANTS_PER_NETWORK_MAX: wholeNumber(1, 1_000_000)
    .prefault('20')
    .describe('those of them that signed up from one network; at so many nobody signs up from there'),
};

/** Each is 1 or more. */
export type SignupSettings = Readonly<Record<Exclude<keyof typeof signupVariables, 'SIGNUPS'>, number>>;
