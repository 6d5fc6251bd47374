import {
  byDateTime,
  byFlag,
  byId as byIdFilter,
  byName,
  byText,
  commonFilters,
  commonSorts,
  endpoint,
  requestBody,
  searchAnswer,
  searchRequest,
} from '@rapport/http-contract';
import { dateTime, Member, readOnly, text } from '@rapport/members';
import { clientAuditItem, clientEvents, grantableScopes } from '@rapport/kinds';
import { listedText, requiredId } from '@rapport/members/fields';
import { z } from 'zod';
import { byId, crudEndpoints, stepEndpoint } from './crud-endpoints.ts';
import { recordTimes } from './record-times.ts';
import { holding } from './user-access.ts';

const members = {
  name: text(200).required(),
  runAsUserId: new Member(z.uuid(), requiredId()).describe('The user whose rights the client has.'),
  scopes: new Member(
    z.array(z.string()),
    z
      .array(listedText(grantableScopes, 'scope'))
      .max(50)
      .nullish()
      .transform((scopes) => scopes ?? undefined),
  ).describe('Left out in a create they are the twelve of records, without users.read; an update keeps them.'),
  clientId: readOnly(z.string()),
  isActive: readOnly(z.boolean()),
  lastUsedOnUtc: readOnly(dateTime().nullable()),
  ...recordTimes,
};

const search = searchRequest('SearchApiClientRequest', {
  filters: {
    ...commonFilters,
    isActive: byFlag(),
    runAsUserId: byIdFilter(),
    clientId: byText(),
    name: byText(),
    lastUsedOnUtc: byDateTime().orNull(),
  },
  sorts: [...commonSorts, 'name', 'lastUsedOnUtc'],
  sortedBy: 'name',
  text: ['name', 'clientId'],
  shortcuts: {
    isActive: { field: 'isActive', operator: 'eq' },
    runAsUserId: { field: 'runAsUserId', operator: 'eq' },
  },
});

const auditSearch = searchRequest('SearchApiClientAuditRequest', {
  filters: { clientId: byText(), event: byName(clientEvents), occurredOnUtc: byDateTime() },
  sorts: ['occurredOnUtc'],
  sortedBy: 'occurredOnUtc',
  text: [],
  shortcuts: {
    clientId: { field: 'clientId', operator: 'eq' },
    event: { field: 'event', operator: 'eq' },
    from: { field: 'occurredOnUtc', operator: 'gte' },
    to: { field: 'occurredOnUtc', operator: 'lt' },
  },
});

const manages = { group: 'api-client', singular: 'ApiClient', access: holding('apiClients.manage', 'write') } as const;

const crud = crudEndpoints(
  {
    group: 'api-client',
    singular: 'ApiClient',
    called: { one: 'an API client', many: 'API clients' },
    members,
    reads: holding('apiClients.manage', 'read'),
    writes: manages.access,
    search,
  },
  byId,
);

const secret = z.object({ id: z.uuid(), clientId: z.string(), clientSecret: z.string() });

const created = secret
  .extend({
    clientSecret: z.string().nullable().describe('Shown this once; null where the answer is a stored one.'),
  })
  .meta({ id: 'CreatedApiClientDto' });

const rotated = secret
  .extend({ previousExpiresOnUtc: dateTime().nullable().describe('The end of the secret before; null without one.') })
  .meta({ id: 'RotatedSecretDto' });

const rotation = requestBody(
  'RotateSecretRequest',
  {
    overlapSeconds: z
      .int()
      .min(0)
      .max(604_800)
      .nullish()
      .transform((seconds) => seconds ?? 86_400)
      .meta({ default: 86_400, description: 'How long the secret before lives on.' }),
    revokeTokens: z
      .boolean()
      .nullish()
      .transform((revokes) => revokes ?? false)
      .meta({ default: false, description: 'Whether every token and every older secret ends now.' }),
  },
  [],
);

/** The clients by which other systems reach the tenant. */
export const apiClientContract = {
  createApiClient: {
    ...crud.create,
    success: { ...crud.create.success, body: created },
    description: 'The secret is in this answer alone; a lost one is rotated.',
  } as const,
  updateApiClient: crud.update,
  getApiClient: crud.get,
  searchApiClient: crud.search,
  rotateApiClientSecret: endpoint({
    operationId: 'rotateApiClientSecret',
    method: 'post',
    path: '/api/v1/api-client/rotate-secret/{id}',
    access: manages.access,
    tags: ['api-client'],
    summary: 'Give a client another secret; the one before lives on for the overlap, an older one ends at once',
    envelope: 'apiResult',
    params: z.object({ id: byId.parameter }),
    body: rotation,
    success: { status: 200, body: rotated },
    errors: [],
  }),
  disableApiClient: stepEndpoint(
    { ...manages, access: holding('apiClients.manage', 'takesAway') },
    'disable',
    byId,
    'Disable a client; its tokens are dead for good',
  ),
  enableApiClient: stepEndpoint(manages, 'enable', byId, 'Enable a client again'),
  searchApiClientAudit: endpoint({
    operationId: 'searchApiClientAudit',
    method: 'post',
    path: '/api/v1/api-client/audit/search',
    access: holding('apiClients.manage', 'read'),
    tags: ['api-client'],
    summary: 'Search what happened to all clients, their secrets and their tokens, newest first',
    envelope: 'apiResult',
    body: auditSearch,
    success: { status: 200, body: searchAnswer('SearchApiClientAuditDto', clientAuditItem) },
    errors: ['page_out_of_range'],
  }),
};
