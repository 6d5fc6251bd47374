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

/** A new tenant as an operator describes it. Its own limits stand above the limits of its plan. */
export interface NewTenant {
  readonly name: string;
  readonly ownerEmail: string;
  readonly plan: string;
  readonly requestsPerMinute: number | null;
  readonly tokenRequestsPerMinute: number | null;
  /** Whether its subscription begins with the trial of its plan. */
  readonly hasTrial?: boolean;
}
