import { endpoint, idempotencyKeyHeader } from '@rapport/http-contract';
import { exampleSignup, newSignup, plan, shownStates } from '@rapport/kinds';
import { z } from 'zod';

const offeredPlans = z.object({ plans: z.array(plan) }).meta({ id: 'OfferedPlans' });

const signup = z
  .object({
    tenantId: z.uuid(),
    state: z.enum(shownStates),
    planCode: z.string(),
    trialEndsOnUtc: z.iso.datetime().nullable().describe('Null where the plan has no trial.'),
    owner: z.object({ userId: z.uuid(), email: z.string() }),
    next: z.array(z.string()).describe('Sentences for the owner on what to do next.'),
  })
  .meta({ id: 'Signup' });

const answerHeaders = z.object({
  location: z.string().describe('The address of the tenant, for its owners.'),
  'idempotency-replayed': z
    .literal('true')
    .optional()
    .describe('There where an earlier request with the key made the tenant.'),
});

/** The operations with which a company begins. They let every caller in. */
export const signupContract = {
  listOfferedPlans: endpoint({
    operationId: 'listOfferedPlans',
    method: 'get',
    path: '/subscription/v1/plans',
    access: 'open',
    summary: 'List the plans that a company can choose by itself',
    success: { status: 200, body: offeredPlans },
    errors: [],
  }),
  signUp: endpoint({
    operationId: 'signUp',
    method: 'post',
    path: '/subscription/v1/signups',
    access: 'open',
    summary: 'Sign a company up: its tenant works when this is answered with 201, and a moment later with 202',
    description:
      'A sign-up that was begun is finished, whether or not its caller waits. Send an Idempotency-Key of your own and repeat a request without an answer with the same key: within 24 hours it makes no second tenant, and is answered as the first one was. The owner gets a mail with a link that proves the address.',
    headers: z.object({ 'idempotency-key': idempotencyKeyHeader() }),
    body: newSignup,
    example: { body: exampleSignup },
    success: { status: 201, unfinishedStatus: 202, body: signup, headers: answerHeaders },
    errors: ['idempotency_key_reused', 'rate_limited'],
  }),
};
