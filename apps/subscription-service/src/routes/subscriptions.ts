import type { ChangeContext } from '@rapport/audit';
import { instantOf } from '@rapport/kernel';
import { implement } from '@rapport/http-contract';
import { subscriptionContract } from '@rapport/subscription-contract';
import type { Subscriptions } from '@rapport/subscriptions';

export function subscriptionRoutes(subscriptions: Subscriptions) {
  return implement(subscriptionContract)<ChangeContext>({
    suspendTenant: async (context, { params }) => {
      await subscriptions.suspend(context, params.tenantId);
      return done;
    },
    resumeTenant: async (context, { params }) => {
      await subscriptions.resume(context, params.tenantId);
      return done;
    },
    cancelSubscription: async (context, { params, body }) => {
      await subscriptions.cancel(context, params.tenantId, body.effective);
      return done;
    },
    reactivateSubscription: async (context, { params, body }) => {
      await subscriptions.reactivate(context, params.tenantId, body.planCode);
      return done;
    },
    changePlan: async (context, { params, body }) => {
      await subscriptions.changePlan(context, params.tenantId, body);
      return done;
    },
    changeSubscription: async (context, { params, body }) => {
      const { trialEndsOnUtc, periodEndsOnUtc, verifyByUtc, suspendsOnUtc, billing } = body;
      await subscriptions.change(context, params.tenantId, {
        trialEnds: timeOf(trialEndsOnUtc),
        periodEnds: timeOf(periodEndsOnUtc),
        verifyBy: timeOf(verifyByUtc),
        suspendsOn: timeOf(suspendsOnUtc),
        billing,
      });
      return done;
    },
  });
}

const done = { status: 200 as const, body: {} };

function timeOf(text: string | null): number | undefined {
  return text === null ? undefined : instantOf(text);
}
