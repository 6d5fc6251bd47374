import { implement } from '@rapport/http-contract';
import { lives, type CallContext } from '@rapport/kernel';
import type { Signup, Signups } from '@rapport/signups';
import { signupContract } from '@rapport/subscription-contract';
import type { Plans } from '@rapport/subscriptions';

/** The first argument of handlers that let every caller in. */
export interface OpenContext extends CallContext {
  /** The address of the caller, as limits count it. */
  readonly callerAddress: string;
}

export function signupRoutes(signups: Signups, plans: Plans) {
  return implement(signupContract)<OpenContext>({
    listOfferedPlans: async (context) => ({ status: 200, body: { plans: await plans.offered(context) } }),
    signUp: async (context, request) => {
      const key = request.headers['idempotency-key'];
      const { signup, isRepeated } = await signups.signUp(context, request.body, {
        address: context.callerAddress,
        key: key === undefined ? undefined : { key, fingerprint: request.fingerprint },
      });
      const { tenantId, state, planCode, trialEndsOnUtc, owner } = signup;
      return {
        status: state === 'provisioning' || state === 'provisioningFailed' ? 202 : 201,
        body: { tenantId, state, planCode, trialEndsOnUtc, owner, next: nextSteps(signup) },
        headers: {
          location: `/subscription/v1/tenants/${tenantId}`,
          ...(isRepeated ? { 'idempotency-replayed': 'true' as const } : {}),
        },
      };
    },
  });
}

/** Sentences for the owner. */
function nextSteps({ tenantId, publicApi, owner: { email } }: Signup): string[] {
  return [
    `Follow the link of the mail to ${email} within ${lives.verification}, and type the password of the sign-up there; that verifies the address.`,
    `Sign in at once where the sign-in names the tenant: tenant_id=${tenantId} in the authorization request. Once the address is verified, no tenant need be named.`,
    ...(publicApi
      ? ['Make an API client for your other systems: POST /api/v1/api-client/create with your access token.']
      : ['The plan does not include the public API; choose another one to let other systems in.']),
  ];
}
