import { keysOf } from '@rapport/kernel';
import { requiredText } from '@rapport/members/fields';
import { z } from 'zod';

const perMinute = () => z.int().min(1).max(10_000_000);
const bound = (of: string) => z.int().min(0).max(1_000_000_000).nullable().describe(`${of}. Null is no bound.`);

/** The entitlements of a plan, each once. All else that the page of plans says of one stands beside it in `furtherSentences`. */
export const entitlements = z
  .object({
    publicApi: z.boolean().describe('Whether API clients may call the public API.'),
    requestsPerMinute: perMinute().describe('Requests of a client or a person in a minute.'),
    tokenRequestsPerMinute: perMinute().describe('Token requests of a client in a minute.'),
    users: bound('Active users, invited ones included'),
    records: bound('Customers, contacts, leads and opportunities together'),
    feedRetentionDays: z.int().min(1).max(36_500).describe('Days for which changes are kept.'),
  })
  .meta({ id: 'Entitlements' });

export const entitlementNames = keysOf(entitlements.shape);

export type Entitlements = z.output<typeof entitlements>;

/** Those of a plan like professional, for tests and documents. */
export const exampleEntitlements: Entitlements = {
  publicApi: true,
  requestsPerMinute: 600,
  tokenRequestsPerMinute: 30,
  users: null,
  records: null,
  feedRetentionDays: 90,
};

export const furtherSentences: Readonly<Partial<Record<keyof Entitlements, readonly string[]>>> = {
  publicApi: ['Without it their tokens get 403 `subscription_required`.'],
  requestsPerMinute: ['A person has 1,200 at least.'],
};

/** The name by which a plan is chosen. */
export function planCode() {
  return requiredText(50).describe('The code of a plan, such as professional.');
}

/** A plan as operators give it. */
export const planMembers = {
  code: planCode(),
  name: requiredText(100).describe('Its name for people.'),
  pricePerMonth: z
    .number()
    .min(0)
    .max(1_000_000)
    .refine((price) => Number(price.toFixed(2)) === price, { error: 'This may have at most two decimals.' })
    .nullable()
    .describe('What a month costs. Null is by agreement. At most two decimals.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'Use the three capital letters of a currency, such as EUR.' })
    .describe('The three capital letters of a currency, such as EUR.'),
  trialDays: z.int().min(0).max(365).describe('Days for which it is tried for nothing.'),
  isSelfService: z.boolean().describe('Whether companies may choose it themselves.'),
  entitlements: z.strictObject(entitlements.shape),
};

/** A plan as answers show it. */
export const plan = z.object({ ...planMembers, code: z.string(), name: z.string(), entitlements }).meta({ id: 'Plan' });

export type Plan = z.output<typeof plan>;
