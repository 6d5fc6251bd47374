import { endpoint, requestBody } from '@rapport/http-contract';
import { isEmailOfPerson } from '@rapport/kernel';
import { requiredEmail } from '@rapport/members/fields';
import { z } from 'zod';
import { nothing } from './fields.ts';
import { tenantPath } from './tenants.ts';

const path = '/subscription/v1/operator/tenants/{tenantId}/senders';
const address = requestBody(
  'SenderAddress',
  { address: requiredEmail(isEmailOfPerson).describe('The e-mail address.') },
  [],
);
const common = { access: 'operator', params: tenantPath } as const;

/** The addresses that may stand in From of a tenant's marketing e-mails: operators have checked that they are the tenant's. */
export const senderContract = {
  listSenders: endpoint({
    ...common,
    operationId: 'listSenders',
    method: 'get',
    path,
    summary: 'List the verified senders of a tenant',
    success: {
      status: 200,
      body: z.object({ senders: z.array(z.object({ address: z.string() })) }).meta({ id: 'SenderList' }),
    },
    errors: ['not_found', 'invalid_transition'],
  }),
  addSender: endpoint({
    ...common,
    operationId: 'addSender',
    method: 'post',
    path,
    summary: 'Let an address stand in From of marketing e-mails; one that may already stays it',
    body: address,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  removeSender: endpoint({
    ...common,
    operationId: 'removeSender',
    method: 'post',
    path: `${path}/remove`,
    summary: 'Take an address off; mails that are being sent from it pause',
    body: address,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
};
