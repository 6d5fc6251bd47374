/** The plans that acts choose from: their prices, and the more there is in each the further behind it stands. */
const prices: Readonly<Record<string, number | null>> = { free: 0, professional: 49, dear: 99, enterprise: null };
const bySize = Object.keys(prices);

/** The plan that the check adds: the professional one with more users. */
export const dearPlan = { price: 99, users: 50 };

/** Null is by agreement, and undefined that there is no such plan. */
export function priceOf(plan: string): number | null | undefined {
  return prices[plan];
}

export function isSelfService(plan: string): boolean {
  return plan !== 'enterprise';
}

/** Whether a tenant gets less of anything by the plan. Its users, where it has a number of its own, are not the plan's. */
export function shrinks(from: string, to: string, hasOwnUsers: boolean): boolean {
  const isUsersAlone = [from, to].every((plan) => plan === 'professional' || plan === 'dear');
  return bySize.indexOf(to) < bySize.indexOf(from) && !(hasOwnUsers && isUsersAlone);
}
