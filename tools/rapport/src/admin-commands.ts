import { command, type AnyValues, type Command, type Options } from './cli/command.ts';
import { seconds, wholeNumber, words } from './cli/values.ts';
import type { OperatorRequest } from './operator-api.ts';

const tenant = { value: 'TENANT_ID', required: true, summary: 'the tenant' } as const;
const user = { value: 'USER_ID', required: true, summary: 'the user' } as const;
const client = { value: 'CLIENT_ID', required: true, summary: 'the API client' } as const;
const name = { value: 'NAME', required: true, summary: 'its name' } as const;
const role = { value: 'ROLE', summary: 'owner, administrator, manager, salesperson or readOnly' } as const;
const dataScope = { value: 'SCOPE', summary: 'which records are seen: own, team or all' } as const;
const team = { value: 'TEAM_ID', summary: 'the team' } as const;
const scopes = {
  value: '"SCOPE ..."',
  summary: 'what the client may do, such as "customers.read customers.write"',
} as const;

/** What operators do, each a request to the operators' API. */
export const adminCommands: readonly Command[] = [
  admin('tenant create', 'Create a tenant with its schema, its roles and its owner.', {
    options: {
      name,
      'owner-email': { value: 'EMAIL', required: true, summary: "the owner's e-mail address" },
      plan: { value: 'PLAN', summary: 'free, professional or enterprise' },
      'requests-per-minute': { value: 'N', summary: "another limit than the plan's" },
      'token-requests-per-minute': { value: 'N', summary: "another limit than the plan's" },
    },
    request: (values) => ({
      method: 'POST',
      path: ['tenants'],
      body: {
        name: values['name'],
        ownerEmail: values['owner-email'],
        plan: values['plan'],
        requestsPerMinute: wholeNumber(values, 'requests-per-minute'),
        tokenRequestsPerMinute: wholeNumber(values, 'token-requests-per-minute'),
      },
    }),
  }),
  admin('tenant list', 'List the tenants.', {
    options: {},
    request: () => ({ method: 'GET', path: ['tenants'], pages: { list: 'tenants', id: 'tenantId' } }),
  }),
  admin('tenant suspend', 'Suspend a tenant: its writes and its public API are refused.', {
    options: { tenant },
    request: (values) => ({ method: 'POST', path: ['tenants', values['tenant'], 'suspend'] }),
  }),
  admin('tenant resume', 'Let a suspended tenant work again.', {
    options: { tenant },
    request: (values) => ({ method: 'POST', path: ['tenants', values['tenant'], 'resume'] }),
  }),
  admin('tenant plan', 'Put a tenant on another plan.', {
    options: { tenant, plan: { value: 'PLAN', required: true, summary: 'free, professional or enterprise' } },
    request: (values) => ({
      method: 'PUT',
      path: ['tenants', values['tenant'], 'plan'],
      body: { plan: values['plan'] },
    }),
  }),
  admin('user create', 'Create a person in a tenant.', {
    options: {
      tenant,
      email: { value: 'EMAIL', required: true, summary: "the person's e-mail address" },
      name,
      role,
      'data-scope': dataScope,
      team,
    },
    request: (values) => ({
      method: 'POST',
      path: ['tenants', values['tenant'], 'users'],
      body: { email: values['email'], name: values['name'], ...rights(values) },
    }),
  }),
  admin('user update', 'Change what a person may do and see.', {
    options: { tenant, user, role, 'data-scope': dataScope, team },
    request: (values) => ({
      method: 'PATCH',
      path: ['tenants', values['tenant'], 'users', values['user']],
      body: rights(values),
    }),
  }),
  ...switches('user', user, 'users', 'a person and every API client that acts as them'),
  admin('team create', 'Create a team in a tenant.', {
    options: { tenant, name },
    request: (values) => ({
      method: 'POST',
      path: ['tenants', values['tenant'], 'teams'],
      body: { name: values['name'] },
    }),
  }),
  admin('api-client create', 'Create an API client; its secret is shown once.', {
    options: {
      tenant,
      name,
      'run-as': { value: 'USER_ID', required: true, summary: 'the user as whom it acts' },
      scopes: { ...scopes, summary: `${scopes.summary} (default all twelve)` },
    },
    request: (values) => ({
      method: 'POST',
      path: ['tenants', values['tenant'], 'api-clients'],
      body: { name: values['name'], runAsUserId: values['run-as'], scopes: words(values, 'scopes') },
    }),
  }),
  admin('api-client update', "Change an API client's scopes or the user as whom it acts.", {
    options: { tenant, client, scopes, 'run-as': { value: 'USER_ID', summary: 'the user as whom it acts' } },
    request: (values) => ({
      method: 'PATCH',
      path: ['tenants', values['tenant'], 'api-clients', values['client']],
      body: { scopes: words(values, 'scopes'), runAsUserId: values['run-as'] },
    }),
  }),
  ...switches('api-client', client, 'api-clients', 'an API client'),
  admin('api-client rotate-secret', 'Give an API client a new secret; the old one goes on working for a while.', {
    options: {
      tenant,
      client,
      overlap: {
        value: 'TIME',
        summary: 'how long the old secret still works, such as 90s, 15m, 24h or 7d (default 24h)',
      },
      'revoke-tokens': { summary: 'end the old secrets and every token at once' },
    },
    request: (values) => ({
      method: 'POST',
      path: ['tenants', values['tenant'], 'api-clients', values['client'], 'rotate-secret'],
      body: {
        overlapSeconds: seconds(values, 'overlap'),
        revokeTokens: values['revoke-tokens'] === true ? true : undefined,
      },
    }),
  }),
  admin('api-client secrets', "List an API client's live secrets, never their text.", {
    options: { tenant, client },
    request: (values) => ({
      method: 'GET',
      path: ['tenants', values['tenant'], 'api-clients', values['client'], 'secrets'],
    }),
  }),
  admin('api-client revoke-secret', 'End a secret of an API client at once.', {
    options: {
      tenant,
      client,
      secret: { value: 'SECRET_ID', required: true, summary: 'the secret, by its id in the list of secrets' },
      'revoke-tokens': { summary: 'end every token of the client as well' },
    },
    request: (values) => ({
      method: 'POST',
      path: ['tenants', values['tenant'], 'api-clients', values['client'], 'secrets', values['secret'], 'revoke'],
      body: { revokeTokens: values['revoke-tokens'] === true ? true : undefined },
    }),
  }),
  admin('api-client audit', "Show what happened to an API client's tokens, newest first.", {
    options: { tenant, client, limit: { value: 'N', summary: 'how many entries at most, up to 200 (default 50)' } },
    request: (values) => ({
      method: 'GET',
      path: ['tenants', values['tenant'], 'api-clients', values['client'], 'audit'],
      query: { pageSize: wholeNumber(values, 'limit') },
    }),
  }),
  admin('keys list', 'List the keys that access tokens are signed with.', {
    options: {},
    request: () => ({ method: 'GET', path: ['keys'] }),
  }),
  admin('keys rotate', 'Let another key sign access tokens; tokens that were signed before stay good.', {
    options: {
      algorithm: { value: 'ALGORITHM', summary: 'ES256 or RS256 (default that of the key that signs now)' },
    },
    request: (values) => ({ method: 'POST', path: ['keys', 'rotate'], body: { algorithm: values['algorithm'] } }),
  }),
  admin('keys revoke', 'End a key and every token that it signed, at once.', {
    options: { key: { value: 'KID', required: true, summary: 'the key; see admin keys list' } },
    request: (values) => ({ method: 'POST', path: ['keys', values['key'], 'revoke'] }),
  }),
];

interface AdminSpec {
  readonly options: Options;
  readonly request: (values: AnyValues) => OperatorRequest;
}

function admin(path: string, summary: string, { options, request }: AdminSpec): Command {
  return command({
    words: ['admin', ...path.split(' ')],
    summary,
    options,
    run: async (values) => (await import('./words/admin.ts')).admin(request(values)),
  });
}

function switches(word: string, option: Options[string], collection: string, what: string): Command[] {
  return (['disable', 'enable'] as const).map((action) =>
    admin(`${word} ${action}`, `${action === 'disable' ? 'Disable' : 'Enable'} ${what}.`, {
      options: { tenant, [word === 'user' ? 'user' : 'client']: option },
      request: (values) => ({
        method: 'POST',
        path: ['tenants', values['tenant'], collection, values[word === 'user' ? 'user' : 'client'], action],
      }),
    }),
  );
}

function rights(values: AnyValues): object {
  return { role: values['role'], dataScope: values['data-scope'], teamId: values['team'] };
}
