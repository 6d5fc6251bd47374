import type { companyContracts } from '@rapport/subscription-contract';
import type { ClientAnswer } from '@rapport/http-contract/client';
import { money } from '../values/numbers.tsx';

type Answers = (typeof companyContracts)['subscription-service'];
type BodyOf<Name extends keyof Answers> = Extract<ClientAnswer<Answers[Name]>, { readonly status: 200 }>['body'];

export type Plan = BodyOf<'listOfferedPlans'>['plans'][number];
export type Tenant = BodyOf<'getOwnTenant'>;
export type Entitlements = Tenant['entitlements'];

export function priceInWords({ pricePerMonth, currency }: Pick<Plan, 'pricePerMonth' | 'currency'>): string {
  if (pricePerMonth === null) {
    return 'Price by agreement';
  }
  return pricePerMonth === 0 ? 'Free of charge' : `${money(pricePerMonth, currency)} a month`;
}

export function planInWords(plan: Plan): string {
  const { name, trialDays } = plan;
  const price = priceInWords(plan);
  return `${name}: ${price.charAt(0).toLowerCase()}${price.slice(1)}${trialDays > 0 ? `, ${trialDays} days on trial` : ''}`;
}

/** A sentence for each part of a plan. */
export function includedInWords(included: Entitlements): readonly string[] {
  const { publicApi, requestsPerMinute, users, records, feedRetentionDays } = included;
  return [
    `${boundInWords(users)} users`,
    `${boundInWords(records)} customers, contacts, leads and opportunities`,
    publicApi ? 'API clients' : 'No API clients',
    `${requestsPerMinute.toLocaleString()} requests a minute`,
    `Changes are kept for ${feedRetentionDays} days`,
  ];
}

/** A use beside its bound. Null is no bound. */
export function useInWords(used: number, bound: number | null): string {
  return bound === null
    ? `${used.toLocaleString()}, without a limit`
    : `${used.toLocaleString()} of ${bound.toLocaleString()}`;
}

function boundInWords(bound: number | null): string {
  return bound === null ? 'Any number of' : bound.toLocaleString();
}
