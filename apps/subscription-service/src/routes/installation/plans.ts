import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import { validationFailed } from '@rapport/kernel';
import { planContract } from '@rapport/subscription-contract';
import type { EntitlementService, Plans } from '@rapport/subscriptions';

export function planRoutes(plans: Plans, entitlements: EntitlementService) {
  return implement(planContract)<ChangeContext>({
    listPlans: async (context) => ({ status: 200, body: { plans: await plans.list(context) } }),
    putPlan: async (context, { params, body }) => {
      if (body.code !== params.code) {
        throw validationFailed({ code: [`The address names the plan ${params.code}; a plan keeps its code.`] });
      }
      await plans.put(context, body);
      return { status: 200, body: {} };
    },
    changeEntitlements: async (context, { params, body: { inherit, ...set } }) => ({
      status: 200,
      body: await entitlements.change(context, params.tenantId, { set, inherit }),
    }),
  });
}
