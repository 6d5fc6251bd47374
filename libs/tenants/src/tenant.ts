import type { TenantState } from '@rapport/admission';

export interface Tenant {
  readonly tenantId: string;
  readonly number: number;
  readonly name: string;
  readonly schema: string;
  readonly cell: string;
  readonly state: TenantState['state'];
  readonly plan: string;
  readonly createdOnUtc: string;
}

/** A new tenant. Its own limits stand above the limits of its plan. */
export interface NewTenant {
  readonly name: string;
  readonly plan: string;
  readonly requestsPerMinute: number | null;
  readonly tokenRequestsPerMinute: number | null;
  /** It begins with a trial, is billed, and an owner has a week to verify the address. */
  readonly isSignup?: true;
}

/** A new tenant as an operator describes it. */
export interface OperatorsTenant extends NewTenant {
  readonly ownerEmail: string;
}
