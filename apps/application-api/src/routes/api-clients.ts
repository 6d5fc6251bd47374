import type { ApiClient, ApiClientService, ClientSearches, SecretService } from '@rapport/api-clients';
import { apiClientContract } from '@rapport/application-contract';
import { implement, searchAnswerOf } from '@rapport/http-contract';
import { creationHeaders, keyOf } from '../creations.ts';
import type { ApplicationContext } from '../guards.ts';
import { etagOf, seenVersion } from '../versions.ts';

export function apiClientRoutes(clients: ApiClientService, secrets: SecretService, searches: ClientSearches) {
  return implement(apiClientContract)<ApplicationContext>({
    createApiClient: async (context, request) => {
      const { tenant, change } = context;
      const created = await clients.createOnce(change, tenant, request.body, keyOf(context, request));
      const { apiClientId: id, clientId, clientSecret } = created.made;
      return { status: 200, body: { id, clientId, clientSecret }, headers: creationHeaders(created) };
    },
    updateApiClient: async (context, { body: { id, ...input }, headers }) => {
      const { tenant, change } = context;
      const seen = await seenVersion(headers['if-match'], () => clients.get(context, tenant, id));
      const version = await clients.update(change, tenant, id, input, seen);
      return { status: 200, body: id, headers: { etag: etagOf(version) } };
    },
    getApiClient: async (context, { params }) => {
      const client = await clients.get(context, context.tenant, params.id);
      return { status: 200, body: shownClient(client), headers: { etag: etagOf(client.lastModifiedOnUtc) } };
    },
    searchApiClient: async (context, { body }) => {
      const { items, ...page } = await searches.clients(context, context.tenant, body);
      return { status: 200, body: searchAnswerOf(body, { ...page, items: items.map(shownClient) }) };
    },
    searchApiClientAudit: async (context, { body }) => ({
      status: 200,
      body: searchAnswerOf(body, await searches.audit(context, context.tenant, body)),
    }),
    rotateApiClientSecret: async ({ change, tenant }, { params, body }) => ({
      status: 200,
      body: await secrets.rotate(change, tenant, params.id, body),
    }),
    disableApiClient: async ({ change, tenant }, { params }) => {
      await clients.setActive(change, tenant, params.id, false);
      return { status: 200, body: true };
    },
    enableApiClient: async ({ change, tenant }, { params }) => {
      await clients.setActive(change, tenant, params.id, true);
      return { status: 200, body: true };
    },
  });
}

function shownClient(client: ApiClient) {
  return { ...client, scopes: [...client.scopes] };
}
