import { seconds, wholeNumber, words } from '../../cli/values.ts';
import { adminCommand, client, name, tenant } from './admin-command.ts';

const scopes = {
  value: '"SCOPE ..."',
  summary: 'what the client may do, such as "customers.read customers.write"',
} as const;
const runAs = {
  value: 'USER',
  summary: 'the user whose rights it has: the id, the e-mail address, or the name',
} as const;

export const apiClientCommands = [
  adminCommand('api-client list', 'List the API clients of a tenant, 200 at most.', {
    reads: true,
    options: { tenant, search: { value: 'WORDS', summary: 'those with these words in name or client id' } },
    ask: (operator, values) =>
      operator.listApiClients({ params: { tenantId: values.tenant }, query: { search: values.search } }),
  }),
  adminCommand('api-client create', 'Create an API client; its secret is shown once.', {
    options: {
      tenant,
      name,
      'run-as': { ...runAs, required: true },
      scopes: { ...scopes, summary: `${scopes.summary} (default the twelve of records, without users.read)` },
    },
    ask: (operator, values) =>
      operator.createApiClient({
        params: { tenantId: values.tenant },
        body: { name: values.name, runAsUserId: values['run-as'], scopes: words(values, 'scopes') },
      }),
  }),
  adminCommand('api-client update', "Change an API client's scopes or the user whose rights it has.", {
    options: { tenant, client, scopes, 'run-as': runAs },
    ask: (operator, values) =>
      operator.updateApiClient({
        params: paramsOf(values),
        body: { scopes: words(values, 'scopes'), runAsUserId: values['run-as'] },
      }),
  }),
  adminCommand('api-client disable', 'Disable an API client.', {
    options: { tenant, client },
    ask: (operator, values) => operator.disableApiClient({ params: paramsOf(values) }),
  }),
  adminCommand('api-client enable', 'Enable an API client.', {
    options: { tenant, client },
    ask: (operator, values) => operator.enableApiClient({ params: paramsOf(values) }),
  }),
  adminCommand(
    'api-client rotate-secret',
    'Give an API client a new secret; the old one goes on working for a while.',
    {
      options: {
        tenant,
        client,
        overlap: {
          value: 'TIME',
          summary: 'how long the old secret still works, such as 90s, 15m, 24h or 7d (default 24h)',
        },
        'revoke-tokens': { summary: 'end the old secrets and every token at once' },
      },
      ask: (operator, values) =>
        operator.rotateSecret({
          params: paramsOf(values),
          body: { overlapSeconds: seconds(values, 'overlap'), revokeTokens: values['revoke-tokens'] || undefined },
        }),
    },
  ),
  adminCommand('api-client secrets', "List an API client's live secrets, never their text.", {
    reads: true,
    options: { tenant, client },
    ask: (operator, values) => operator.listSecrets({ params: paramsOf(values) }),
  }),
  adminCommand('api-client revoke-secret', 'End a secret of an API client at once.', {
    options: {
      tenant,
      client,
      secret: { value: 'SECRET_ID', required: true, summary: 'the secret, by its id in the list of secrets' },
      'revoke-tokens': { summary: 'end every token of the client as well' },
    },
    ask: (operator, values) =>
      operator.revokeSecret({
        params: { ...paramsOf(values), secretId: values.secret },
        body: { revokeTokens: values['revoke-tokens'] || undefined },
      }),
  }),
  adminCommand('api-client audit', "Show what happened to an API client's tokens, newest first.", {
    reads: true,
    options: { tenant, client, limit: { value: 'N', summary: 'how many entries at most, up to 200 (default 50)' } },
    ask: (operator, values) =>
      operator.listTokenAudit({ params: paramsOf(values), query: { pageSize: wholeNumber(values, 'limit') } }),
  }),
];

function paramsOf(values: { readonly tenant: string; readonly client: string }) {
  return { tenantId: values.tenant, clientId: values.client };
}
