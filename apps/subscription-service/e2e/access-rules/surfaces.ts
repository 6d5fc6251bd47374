import { createClient } from '@rapport/http-contract/client';
import { ownerContract } from '@rapport/subscription-contract';
import { consoleClientId, newEmail, newName } from '@rapport/testbed';
import { inject } from 'vitest';
import { operator, signedIn, type Company } from './company.ts';
import { outcomeOf, send, type Sent } from './send.ts';

const { baseUrl } = inject('platform');

/** The questions to one surface, in this order; each answers with its outcome. */
type Surface = Readonly<Record<string, (company: Company) => Promise<string>>>;

const clients: Surface = {
  '/connect/token': ({ client }) => ask('POST', '/connect/token', { form: clientForm(client) }),
  '/connect/introspect': async ({ client }) => {
    const form = { ...secretForm(client), token: client.token };
    const answer = await send('POST', '/connect/introspect', { form });
    const { active } = (await answer.clone().json()) as { active?: boolean };
    return answer.ok && active !== true ? 'not active' : outcomeOf(answer);
  },
  'developer token': ({ client: { clientId, clientSecret } }) =>
    ask('POST', '/api/v1/auth/get-token-for-develop', { json: { clientId, clientSecret } }),
  '/connect/revocation': async ({ client }) => {
    const issued = await send('POST', '/connect/token', { form: clientForm(client) });
    const { access_token: token = client.token } = (await issued.json()) as { access_token?: string };
    return ask('POST', '/connect/revocation', { form: { ...secretForm(client), token } });
  },
};

const people: Surface = {
  'sign-in, refresh and sign-out': async ({ owner }) => {
    const { refreshToken } = await signedIn(owner);
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: consoleClientId };
    const refreshed = await ask('POST', '/connect/token', { form });
    const ended = await ask('POST', '/connect/revocation', {
      form: { token: refreshToken, client_id: consoleClientId },
    });
    return refreshed === 'served' ? ended : refreshed;
  },
  'the page for a forgotten password': () => ask('GET', '/connect/password/forgot'),
};

const refresh: Surface = {
  'refresh of a session from before': ({ colleague: { refreshToken } }) => {
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: consoleClientId };
    return ask('POST', '/connect/token', { form });
  },
};

const publicApi: Surface = {
  list: (company) => asClient(company, 'GET', 'customers'),
  get: (company) => asClient(company, 'GET', `customers/${company.customerId}`),
  create: (company) => asClient(company, 'POST', 'customers', { name: newName() }),
  update: (company) => asClient(company, 'PUT', `customers/${company.customerId}`, { name: newName() }),
  batch: (company) => asClient(company, 'POST', 'customers/batch', { items: [{ name: newName() }] }),
  feed: (company) => asClient(company, 'GET', 'changes/customers'),
  metadata: (company) => asClient(company, 'GET', 'metadata/custom-fields?module=customers'),
};

const developer: Surface = {
  'customer/get': ({ client, customerId }) =>
    ask('GET', `/api/v1/customer/get/${customerId}`, { token: client.developerToken }),
};

const reads: Surface = {
  'user/me': (company) => asOwner(company, 'GET', 'user/me'),
  'customer/get': (company) => asOwner(company, 'GET', `customer/get/${company.customerId}`),
  'customer/search': (company) => asOwner(company, 'POST', 'customer/search', {}),
  'dashboard/summary': (company) => asOwner(company, 'GET', 'dashboard/summary'),
  'api-client/audit/search': (company) => asOwner(company, 'POST', 'api-client/audit/search', {}),
};

const takesAway: Surface = {
  'user/change-password': ({ colleague: { accessToken: token, password } }) =>
    ask('POST', '/api/v1/user/change-password', {
      token,
      json: { currentPassword: password, newPassword: 'Seven quiet otters at dawn' },
    }),
  'user/end-sessions': (company) => asOwner(company, 'POST', `user/end-sessions/${company.colleague.userId}`),
  'user/disable': (company) => asOwner(company, 'POST', `user/disable/${company.colleague.userId}`),
  'api-client/disable': (company) => asOwner(company, 'POST', `api-client/disable/${company.spareClientId}`),
};

const writes: Surface = {
  'customer/create': (company) => asOwner(company, 'POST', 'customer/create', { name: newName() }),
  'team/create': (company) => asOwner(company, 'POST', 'team/create', { name: newName() }),
  'user/enable': (company) => asOwner(company, 'POST', `user/enable/${company.colleague.userId}`),
  'api-client/enable': (company) => asOwner(company, 'POST', `api-client/enable/${company.spareClientId}`),
};

const unsubscribing: Surface = {
  'the page': ({ unsubscribeLink }) => askPage('GET', unsubscribeLink),
  'one click': ({ unsubscribeLink }) => askPage('POST', unsubscribeLink, { form: { 'List-Unsubscribe': 'One-Click' } }),
};

type Owner = ReturnType<typeof ownerOf>;

const owner: Surface = {
  tenant: owners((by, params) => by.getOwnTenant({ params })),
  'its name': owners((by, params) => by.renameTenant({ params, body: { organisationName: newName() } })),
  'verification-mail': owners((by, params) => by.sendVerificationMail({ params })),
  invoices: owners((by, params) => by.listOwnInvoices({ params })),
  usage: owners((by, params) => by.listOwnUsage({ params })),
  audit: owners((by, params) => by.listOwnAudit({ params })),
};

const ownersPlan: Surface = {
  plan: owners((by, params) => by.chooseOwnPlan({ params, body: { planCode: 'professional' } })),
};

const paymentLink: Surface = { 'payment-link': owners((by, params) => by.makePaymentLink({ params })) };

/** Together they bring every state back but cancelled. */
const ownersSteps: Surface = {
  cancel: owners((by, params) => by.cancelOwnSubscription({ params, body: {} })),
  reactivate: owners((by, params) => by.reactivateOwnSubscription({ params, body: {} })),
};

const operatorsLooks: Surface = {
  get: operators((params) => operator.getTenant({ params })),
  list: operators((params) => operator.listTenants({ query: { after: params.tenantId, pageSize: 1 } })),
  audit: operators((params) => operator.listTenantAudit({ params })),
};

const operatorsInvoices: Surface = {
  invoices: operators((params) => operator.listInvoices({ params })),
};

const operatorsPlan: Surface = {
  plan: operators((params) =>
    operator.changePlan({ params, body: { planCode: 'enterprise', effective: 'periodEnd' } }),
  ),
};

const operatorsRest: Surface = {
  usage: operators((params) => operator.listUsage({ params })),
  entitlements: operators((params) => operator.changeEntitlements({ params, body: { users: 100 } })),
  user: operators((params) =>
    operator.createUser({ params, body: { email: newEmail(), name: 'A Person', role: 'salesperson' } }),
  ),
  team: operators((params) => operator.createTeam({ params, body: { name: newName() } })),
  'custom fields': operators((params) => operator.listCustomFields({ params, query: { module: 'customers' } })),
  'API client': operators(({ tenantId }, { client: { clientId } }) =>
    operator.listSecrets({ params: { tenantId, clientId } }),
  ),
  sender: operators((params) => operator.addSender({ params, body: { address: 'news@example.com' } })),
  'a sender less': operators((params) => operator.removeSender({ params, body: { address: 'news@example.com' } })),
  'an address off the list': operators((params, { unsubscribed: address }) =>
    operator.removeSuppressed({ params, body: { address } }),
  ),
};

/** They leave the subscription reactivated. */
const operatorsSteps: Surface = {
  subscription: operators((params) => operator.changeSubscription({ params, body: { billing: 'manual' } })),
  suspend: operators((params) => operator.suspendTenant({ params })),
  resume: operators((params) => operator.resumeTenant({ params })),
  cancel: operators((params) => operator.cancelSubscription({ params, body: { effective: 'now' } })),
  reactivate: operators((params) => operator.reactivateSubscription({ params, body: {} })),
};

const retry: Surface = { retry: operators((params) => operator.retryTenant({ params })) };

export const surfaces = {
  ...{ clients, people, refresh, publicApi, developer, reads, takesAway, writes, unsubscribing },
  ...{
    owner,
    ownersPlan,
    paymentLink,
    ownersSteps,
    operatorsLooks,
    operatorsInvoices,
    operatorsPlan,
    operatorsRest,
    operatorsSteps,
    retry,
  },
} as const;

async function ask(method: string, path: string, sent: Sent = {}): Promise<string> {
  return outcomeOf(await send(method, path, sent));
}

/** A refusal of a page has its status alone. */
async function askPage(method: string, path: string, sent: Sent = {}): Promise<string> {
  const { ok, status } = await send(method, path, sent);
  return ok ? 'served' : String(status);
}

function asClient({ client: { token } }: Company, method: string, path: string, json?: object): Promise<string> {
  return ask(method, `/api/v1/${path}`, { token, ...(json && { json }) });
}

function asOwner({ owner: { accessToken: token } }: Company, method: string, path: string, json?: object) {
  return ask(method, `/api/v1/${path}`, { token, ...(json && { json }) });
}

interface TenantParams {
  readonly tenantId: string;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

function owners(call: (by: Owner, params: TenantParams) => Promise<Answer>): Surface[string] {
  return async (company) => named(await call(ownerOf(company), { tenantId: company.tenantId }));
}

function operators(call: (params: TenantParams, company: Company) => Promise<Answer>): Surface[string] {
  return async (company) => named(await call({ tenantId: company.tenantId }, company));
}

function named({ status, body }: Answer): string {
  return status < 300 ? 'served' : `${status} ${(body as { code: string }).code}`;
}

function ownerOf({ owner: { accessToken } }: Company) {
  return createClient(ownerContract, { baseUrl, headers: () => ({ authorization: `Bearer ${accessToken}` }) });
}

function secretForm({ clientId, clientSecret }: Company['client']) {
  return { client_id: clientId, client_secret: clientSecret };
}

function clientForm(client: Company['client']) {
  return { grant_type: 'client_credentials', ...secretForm(client) };
}
