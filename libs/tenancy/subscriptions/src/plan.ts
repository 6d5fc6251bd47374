import type { Entitlements } from '@rapport/admission';

export type { Entitlements };

/** A plan that companies may choose. A price of null is by agreement. */
export interface Plan {
  readonly code: string;
  readonly name: string;
  readonly pricePerMonth: number | null;
  readonly currency: string;
  readonly trialDays: number;
  readonly isSelfService: boolean;
  readonly entitlements: Entitlements;
}
