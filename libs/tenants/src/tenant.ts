export type TenantStateName = 'provisioning' | 'active' | 'suspended';

export interface Tenant {
  readonly tenantId: string;
  readonly number: number;
  readonly name: string;
  readonly schema: string;
  readonly cell: string;
  readonly state: TenantStateName;
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
}
