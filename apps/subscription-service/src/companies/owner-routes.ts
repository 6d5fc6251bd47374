import type { AuditLog } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import { AppError } from '@rapport/kernel';
import type { Verifications } from '@rapport/people';
import { ownerContract } from '@rapport/subscription-contract';
import type { Subscriptions } from '@rapport/subscriptions';
import type { TenantService, TenantViews } from '@rapport/tenants';
import type { UsageReports } from '@rapport/usage';
import { requireRange } from '../routes/usage.ts';
import type { OwnerContext } from './owner-guard.ts';

export interface OwnersServices {
  readonly tenants: TenantService;
  readonly views: TenantViews;
  readonly verifications: Verifications;
  readonly subscriptions: Subscriptions;
  readonly usage: UsageReports;
  readonly audit: AuditLog;
}

export function ownerRoutes({ tenants, views, verifications, subscriptions, usage, audit }: OwnersServices) {
  const shown = async (context: OwnerContext, tenantId: string) =>
    ({ status: 200, body: await views.show(context, tenantId) }) as const;
  return implement(ownerContract)<OwnerContext>({
    getOwnTenant: (context, { params }) => shown(context, params.tenantId),
    renameTenant: async (context, { params: { tenantId }, body }) => {
      await tenants.rename(context, tenantId, body.organisationName);
      return shown(context, tenantId);
    },
    sendVerificationMail: async (context, { params }) => {
      await verifications.ask(context, params.tenantId, context.userId);
      return { status: 202, body: {} };
    },
    chooseOwnPlan: async (context, { params: { tenantId }, body }) => {
      await subscriptions.changePlan(context, tenantId, body);
      return shown(context, tenantId);
    },
    cancelOwnSubscription: async (context, { params: { tenantId }, body }) => {
      await subscriptions.cancel(context, tenantId, body.effective);
      return shown(context, tenantId);
    },
    reactivateOwnSubscription: async (context, { params: { tenantId }, body }) => {
      await subscriptions.reactivate(context, tenantId, body.planCode);
      return shown(context, tenantId);
    },
    listOwnInvoices: async (context, { params }) => ({
      status: 200,
      body: { invoices: await subscriptions.invoices(context, params.tenantId) },
    }),
    makePaymentLink: async (context, { params }) => {
      await subscriptions.requireOpenToOwner(context, params.tenantId);
      const why = 'Invoices of this installation are paid as their mail says; there is no link for it.';
      throw new AppError('invalid_transition', why);
    },
    listOwnUsage: async (context, { params, query }) => {
      requireRange(query);
      return { status: 200, body: { days: await usage.days(context, params.tenantId, query) } };
    },
    listOwnAudit: async (context, { params, query }) => ({
      status: 200,
      body: await audit.listToOwner(context, params.tenantId, query),
    }),
  });
}
