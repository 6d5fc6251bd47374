import { namedList } from '@rapport/members/fields';
import { z } from 'zod';
import { subscriptionStatuses } from './states.ts';

/** Whether the periods of a subscription are invoiced. */
export const billings = namedList('Billing', ['none', 'manual']);

export type Billing = (typeof billings)[number];

/** When a change of a subscription holds. */
export const effectives = namedList('Effective', ['now', 'periodEnd']);

export type Effective = (typeof effectives)[number];

/** A subscription as answers show it. */
export const shownSubscription = z
  .object({
    planCode: z.string(),
    status: z.enum(subscriptionStatuses),
    billing: z.enum(billings),
    trialEndsOnUtc: z.iso.datetime().nullable(),
    periodEndsOnUtc: z.iso.datetime().nullable(),
    cancelsOnUtc: z.iso.datetime().nullable().describe('When the subscription ends; null while it goes on.'),
    pendingPlanCode: z.string().nullable().describe('The plan that holds when the period ends.'),
    pastDueSinceUtc: z.iso.datetime().nullable(),
    suspendsOnUtc: z.iso.datetime().nullable().describe('The end of grace of a subscription that is past due.'),
  })
  .meta({ id: 'Subscription' });
