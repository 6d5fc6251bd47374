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

/** What an operator says of a new tenant. Limits of its own stand above those of its plan. */
export interface NewTenant {
  readonly name: string;
  readonly ownerEmail: string;
  readonly plan: string;
  readonly requestsPerMinute: number | null;
  readonly tokenRequestsPerMinute: number | null;
}
