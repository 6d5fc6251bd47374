import { newAddress } from '@rapport/subscriptions/testing';
import type { OperatorsTenant } from '../tenant.ts';

/** A tenant as an operator describes it, whose owner is new. */
export function newTenant(more: Partial<OperatorsTenant> = {}): OperatorsTenant {
  const limits = { requestsPerMinute: null, tokenRequestsPerMinute: null };
  return { organisationName: 'A tenant', ownerEmail: newAddress(), planCode: 'free', ...limits, ...more };
}
