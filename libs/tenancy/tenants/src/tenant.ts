import type { Entitlements, ShownState, SuspensionReason, TenantState } from '@rapport/admission';
import type { ShownWork } from '@rapport/sagas';

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

/** A tenant as its owners see it. */
export interface TenantView {
  readonly tenantId: string;
  readonly organisationName: string;
  readonly state: ShownState;
  readonly suspendedFor: SuspensionReason[];
  readonly createdOnUtc: string;
  /** Null once an owner is verified, or where an operator vouched. */
  readonly verifyByUtc: string | null;
  readonly owners: Readonly<{ userId: string; name: string; email: string; isVerified: boolean }>[];
  /** The state of its making, or null once it is made. */
  readonly provisioning: Pick<ShownWork, 'step' | 'attempts' | 'failure'> | null;
  readonly subscription: {
    readonly planCode: string;
    readonly status: 'trialing' | 'active' | 'pastDue' | 'unpaid' | 'ended';
    readonly billing: 'none' | 'manual';
    readonly trialEndsOnUtc: string | null;
    /** Null until the tenant is made. */
    readonly periodEndsOnUtc: string | null;
    readonly cancelsOnUtc: string | null;
    readonly pendingPlanCode: string | null;
    readonly pastDueSinceUtc: string | null;
    readonly suspendsOnUtc: string | null;
  };
  readonly entitlements: Entitlements;
  readonly use: { readonly users: number; readonly records: number };
}

/** The further part of a tenant, which operators see. */
export interface OperatorTenantView extends TenantView {
  readonly number: number;
  readonly schema: string;
  readonly cell: string;
  /** Null where the schema is not made yet, or the cell does not answer. */
  readonly schemaVersion: number | null;
  readonly overrides: Partial<Entitlements>;
  readonly work: ShownWork[];
}

/** A new tenant. Its own limits stand above the limits of its plan. */
export interface NewTenant {
  readonly organisationName: string;
  readonly planCode: string;
  readonly requestsPerMinute: number | null;
  readonly tokenRequestsPerMinute: number | null;
  /** The cell that takes it; otherwise the one with the fewest tenants. */
  readonly cell?: string | undefined;
  readonly billing?: 'none' | 'manual' | undefined;
  /** It begins with the trial of its plan, and an owner has a week to verify the address. */
  readonly isSignup?: true;
  /** A digest of the network that signed it up. */
  readonly signupNetwork?: string | undefined;
}

/** A new tenant as an operator describes it. */
export interface OperatorsTenant extends NewTenant {
  readonly ownerEmail: string;
}
