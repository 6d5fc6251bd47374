import type { Billing, SignedUpTenant } from '@rapport/kinds';

/** A new tenant. Its own limits stand above the limits of its plan. */
export interface NewTenant extends SignedUpTenant {
  readonly requestsPerMinute: number | null;
  readonly tokenRequestsPerMinute: number | null;
  /** The cell that it goes into, whether or not that is open; otherwise the open one with the fewest tenants. */
  readonly cell?: string | undefined;
  readonly billing?: Billing | undefined;
  /** It begins with the trial of its plan, and an owner has a week to verify the address. */
  readonly isSignup?: true;
  /** A digest of the network that signed it up. */
  readonly signupNetwork?: string | undefined;
}

/** A new tenant as an operator describes it. */
export interface OperatorsTenant extends NewTenant {
  readonly ownerEmail: string;
}
