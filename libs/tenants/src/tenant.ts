import type { TenantState } from '@rapport/admission';

export interface Tenant {
  readonly tenantId: string;
  readonly number: number;
  readonly organisationName: string;
  readonly schema: string;
  readonly cell: string;
  readonly state: TenantState['state'];
  readonly planCode: string;
  readonly createdOnUtc: string;
}

/** A new tenant as an operator describes it. Its own limits stand above the limits of its plan. */
export interface NewTenant {
  readonly organisationName: string;
  readonly ownerEmail: string;
  readonly planCode: string;
  readonly requestsPerMinute: number | null;
  readonly tokenRequestsPerMinute: number | null;
  /** The cell that takes it; otherwise the one with the fewest tenants. */
  readonly cell?: string | undefined;
  readonly billing?: 'none' | 'manual' | undefined;
}
