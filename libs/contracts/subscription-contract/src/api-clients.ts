import { endpoint, pageQuery, requestBody } from '@rapport/http-contract';
import { grantableScopes, liveSecret, tokenAuditEntry } from '@rapport/kinds';
import { lives } from '@rapport/kernel';
import { idParameter, listedText, requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import { nothing, wordsOf } from './fields.ts';
import { tenantPath } from './tenants.ts';

const scopes = z
  .array(listedText(grantableScopes, 'scope'))
  .min(1, { error: 'Name at least one scope.' })
  .max(50)
  .describe('What the client may do, such as `customers.read`.');

const newApiClient = requestBody(
  'NewApiClient',
  {
    name: requiredText(200).describe('The name of the client.'),
    runAsUserId: idParameter(),
    scopes: scopes.optional().describe('What the client may do; the twelve of records where it is left out.'),
  },
  [],
);

const apiClientChange = requestBody(
  'ApiClientChange',
  { runAsUserId: idParameter().optional(), scopes: scopes.optional() },
  [],
);

const rotation = requestBody(
  'SecretRotation',
  {
    overlapSeconds: z
      .int()
      .min(0)
      .max(30 * 86_400)
      .default(86_400)
      .describe('How long the old secret still works.'),
    revokeTokens: z.boolean().default(false).describe('End the old secrets and every token at once.'),
  },
  [],
);

const revocation = requestBody(
  'SecretRevocation',
  { revokeTokens: z.boolean().default(false).describe('End every token of the client as well.') },
  [],
);

const listedApiClient = z
  .object({
    apiClientId: z.uuid(),
    clientId: z.string(),
    name: z.string(),
    runAsUserId: z.uuid(),
    scopes: z.array(z.string()),
    isActive: z.boolean(),
    lastUsedOnUtc: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ListedApiClient' });

const clientPath = tenantPath.extend({ clientId: requiredText(200) });

/** The operators' operations on a tenant's API clients. */
export const apiClientContract = {
  listApiClients: endpoint({
    operationId: 'listApiClients',
    method: 'get',
    path: '/subscription/v1/operator/tenants/{tenantId}/api-clients',
    access: 'operator',
    summary: 'List the API clients of a tenant by their names, 200 at most, and never a secret',
    params: tenantPath,
    query: z.object({ search: wordsOf('the name or the client id') }),
    success: {
      status: 200,
      body: z.object({ apiClients: z.array(listedApiClient) }).meta({ id: 'ListedApiClients' }),
    },
    errors: ['not_found', 'invalid_transition'],
  }),
  createApiClient: endpoint({
    operationId: 'createApiClient',
    method: 'post',
    path: '/subscription/v1/operator/tenants/{tenantId}/api-clients',
    access: 'operator',
    summary: 'Add an API client with the twelve scopes of records or those named; the secret is shown this once',
    params: tenantPath,
    body: newApiClient,
    success: {
      status: 201,
      body: z
        .object({ apiClientId: z.uuid(), clientId: z.string(), clientSecret: z.string() })
        .meta({ id: 'CreatedApiClient' }),
    },
    errors: ['not_found', 'invalid_transition'],
  }),
  updateApiClient: endpoint({
    operationId: 'updateApiClient',
    method: 'patch',
    path: '/subscription/v1/operator/tenants/{tenantId}/api-clients/{clientId}',
    access: 'operator',
    summary: 'Change the scopes or the RunAs user; what is left out stays',
    params: clientPath,
    body: apiClientChange,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  disableApiClient: endpoint({
    operationId: 'disableApiClient',
    method: 'post',
    path: '/subscription/v1/operator/tenants/{tenantId}/api-clients/{clientId}/disable',
    access: 'operator',
    summary: 'Disable a client; its tokens are dead for good',
    params: clientPath,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  enableApiClient: endpoint({
    operationId: 'enableApiClient',
    method: 'post',
    path: '/subscription/v1/operator/tenants/{tenantId}/api-clients/{clientId}/enable',
    access: 'operator',
    summary: 'Enable a client again',
    params: clientPath,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  rotateSecret: endpoint({
    operationId: 'rotateSecret',
    method: 'post',
    path: '/subscription/v1/operator/tenants/{tenantId}/api-clients/{clientId}/rotate-secret',
    access: 'operator',
    summary: 'Give a client another secret; the one before lives on for the overlap, an older one ends at once',
    params: clientPath,
    body: rotation,
    success: { status: 200, body: z.object({ clientSecret: z.string() }).meta({ id: 'RotatedSecret' }) },
    errors: ['not_found', 'invalid_transition'],
  }),
  listSecrets: endpoint({
    operationId: 'listSecrets',
    method: 'get',
    path: '/subscription/v1/operator/tenants/{tenantId}/api-clients/{clientId}/secrets',
    access: 'operator',
    summary:
      'List the live secrets of a client, newest first: at most two, the last four characters of each, and never one that has ended',
    params: clientPath,
    success: { status: 200, body: z.object({ secrets: z.array(liveSecret) }).meta({ id: 'LiveSecrets' }) },
    errors: ['not_found', 'invalid_transition'],
  }),
  revokeSecret: endpoint({
    operationId: 'revokeSecret',
    method: 'post',
    path: '/subscription/v1/operator/tenants/{tenantId}/api-clients/{clientId}/secrets/{secretId}/revoke',
    access: 'operator',
    summary: 'End a secret at once, and with revokeTokens every token of the client as well',
    params: clientPath.extend({ secretId: idParameter().describe('The id of the secret in the list of secrets.') }),
    body: revocation,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  listTokenAudit: endpoint({
    operationId: 'listTokenAudit',
    method: 'get',
    path: '/subscription/v1/operator/tenants/{tenantId}/api-clients/{clientId}/audit',
    access: 'operator',
    summary: `What happened to the tokens of a client in the last ${lives.audit}, newest first; refusals are counted by the minute`,
    params: clientPath,
    query: z.object({ pageSize: pageQuery.shape.pageSize }),
    success: { status: 200, body: z.object({ entries: z.array(tokenAuditEntry) }).meta({ id: 'TokenAudit' }) },
    errors: ['not_found', 'invalid_transition'],
  }),
};
