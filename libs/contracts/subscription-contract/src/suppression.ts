import { endpoint, requestBody, type BodyRule } from '@rapport/http-contract';
import { namedList, requiredEmail, requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import { nothing } from './fields.ts';
import { tenantPath } from './tenants.ts';

const path = '/subscription/v1/operator/tenants/{tenantId}/suppressed';
const common = { access: 'operator', params: tenantPath } as const;

const suppressed = z
  .object({
    address: z.string(),
    reason: z
      .string()
      .describe('unsubscribed, refused for good by a mail server, or the cause with which it was added.'),
    addedOnUtc: z.iso.datetime(),
  })
  .meta({ id: 'SuppressedAddress' });

const oneOfBoth: BodyRule = {
  of: ['address', 'token'],
  at: 'address',
  message: 'Send an address or a token, and not both.',
  holds: ({ address, token }) => (address === undefined) !== (token === undefined),
};

const causes = namedList('SuppressionCause', ['asked', 'bounced', 'complained']);

const suppressedAddress = requestBody(
  'AddedAddress',
  {
    address: requiredEmail().optional().describe('The e-mail address.'),
    token: requiredText(100)
      .optional()
      .describe('In place of it, the end of the link to unsubscribe in a mail that went there.'),
    cause: z.enum(causes).default('asked').describe('Its owner asked for it, a mail came back, or a complaint came.'),
  },
  [],
  { rules: [oneOfBoth] },
);

/** The addresses that get no marketing e-mail of a tenant any more. */
export const suppressionContract = {
  listSuppressed: endpoint({
    ...common,
    operationId: 'listSuppressed',
    method: 'get',
    path,
    summary: 'List the addresses that get no marketing e-mail of a tenant, in their order',
    query: z.object({
      address: requiredEmail().optional().describe('This address alone, in any case.'),
      after: requiredEmail().optional().describe('The last address of the page before, which has 200 at most.'),
    }),
    success: { status: 200, body: z.object({ suppressed: z.array(suppressed) }).meta({ id: 'SuppressionList' }) },
    errors: ['not_found', 'invalid_transition'],
  }),
  addSuppressed: endpoint({
    ...common,
    operationId: 'addSuppressed',
    method: 'post',
    path,
    summary: 'Put an address on the list, or the one to which a mail went; one that is there already keeps its reason',
    body: suppressedAddress,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  removeSuppressed: endpoint({
    ...common,
    operationId: 'removeSuppressed',
    method: 'post',
    path: `${path}/remove`,
    summary: 'Take an address off the list; it gets marketing e-mails again where its contacts have not opted out',
    body: requestBody('UnsuppressedAddress', { address: requiredEmail().describe('The e-mail address.') }, []),
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
};
