import { endpoint, requestBody, requiredEmail } from '@rapport/http-contract';
import { z } from 'zod';
import { nothing } from './fields.ts';
import { tenantPath } from './tenants.ts';

const path = '/subscription/v1/operator/tenants/{tenantId}/suppressed';
const common = { access: 'operator', params: tenantPath } as const;

const suppressed = z
  .object({
    address: z.string(),
    reason: z.string().describe('unsubscribed, or refused for good by a mail server.'),
    addedOnUtc: z.iso.datetime(),
  })
  .meta({ id: 'SuppressedAddress' });

/** The addresses that get no marketing e-mail of a tenant any more. */
export const suppressionContract = {
  listSuppressed: endpoint({
    ...common,
    operationId: 'listSuppressed',
    method: 'get',
    path,
    summary:
      'List addresses that get no marketing e-mail of a tenant, at most 200 at a time; go on after the last address of the page before',
    query: z.object({
      address: requiredEmail().optional().describe('This address alone, in any case.'),
      after: requiredEmail().optional(),
    }),
    success: { status: 200, body: z.object({ suppressed: z.array(suppressed) }).meta({ id: 'SuppressionList' }) },
    errors: ['not_found', 'invalid_transition'],
  }),
  removeSuppressed: endpoint({
    ...common,
    operationId: 'removeSuppressed',
    method: 'post',
    path: `${path}/remove`,
    summary: 'Take an address off the list; it gets marketing e-mails again where its contacts have not opted out',
    body: requestBody('UnsuppressedAddress', { address: requiredEmail() }, []),
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
};
