import { applicationDocument } from '@rapport/application-contract';
import { errorCodes } from '@rapport/kernel';
import { grantableScopes } from '@rapport/kinds';
import { companiesDocument, operatorsDocument } from '@rapport/subscription-contract';
import {
  done,
  issueToken,
  newSession,
  type OpenApi,
  type Operator,
  type TemporaryPlatform,
  Tenant,
} from '@rapport/testbed';
import type { HostileCaller, HostileOptions } from './check-hostile.ts';

/** The documents that are tried. That of operators is the last: its requests end tokens, plans and tenants of the others. */
export const surfaces = ['public', 'application', 'companies', 'operators'] as const;
export type Surface = (typeof surfaces)[number];

export interface Target extends Pick<
  HostileOptions,
  'baseUrl' | 'openApi' | 'token' | 'known' | 'renew' | 'unreached'
> {
  readonly service: string;
}

export async function targetsOf(platform: TemporaryPlatform): Promise<Readonly<Record<Surface, Target>>> {
  return {
    public: await clientOf(platform),
    application: await personOf(platform),
    companies: await ownerOf(platform),
    operators: await operatorOf(platform),
  };
}

async function clientOf({ operator, baseUrl }: TemporaryPlatform): Promise<Target> {
  const tenant = await Tenant.make(operator);
  const client = await tenant.client({ scopes: [...grantableScopes] });
  const answer = await fetch(`${baseUrl}/openapi.json`);
  const known = {
    client_id: [client.clientId],
    client_secret: [client.clientSecret],
    // A revoked token must not be the one that the requests carry.
    token: [await issueToken(baseUrl, client), await issueToken(baseUrl, client)],
    'documents.code': Object.keys(errorCodes),
    'users.id': [tenant.ownerId],
    basic: [`Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`],
  };
  // The check is about this document, and its members are looked at as they are read.
  const openApi = (await answer.json()) as OpenApi;
  return { service: 'public-api', baseUrl, openApi, token: await issueToken(baseUrl, client), known };
}

async function personOf({ operator, baseUrl }: TemporaryPlatform): Promise<Target> {
  const tenant = await Tenant.make(operator);
  // The requests may disable every client of their own tenant, so the one that gets tokens is another tenant's.
  const client = await (await Tenant.make(operator)).client();
  const renew = newOwners(baseUrl, tenant);
  const known = {
    clientId: [client.clientId],
    clientSecret: [client.clientSecret],
    'role.code': ['administrator'],
    roles: ['administrator', 'salesperson'],
    runAsUserId: [tenant.ownerId],
    module: ['customers'],
  };
  const owner = await renew();
  const openApi = asRead(applicationDocument());
  return {
    service: 'application-api',
    ...{ baseUrl, openApi, ...owner, renew, known: { ...owner.known, ...known } },
  };
}

/** A request may end, disable or change the owner that sends it. Wrong passwords in requests count against their address. */
function newOwners(baseUrl: string, tenant: Tenant): () => Promise<HostileCaller> {
  return async () => {
    const person = await tenant.person({ role: 'owner' });
    const { accessToken } = await newSession(baseUrl, person);
    return { token: accessToken, known: { 'user.currentPassword': [person.password] } };
  };
}

async function ownerOf({ operator, baseUrl }: TemporaryPlatform): Promise<Target> {
  await giveRoom(operator);
  const tenant = await Tenant.make(operator, { planCode: 'professional', ...ofThePlan });
  const renew = newOwners(baseUrl, tenant);
  return {
    service: 'subscription-service',
    ...{ baseUrl, openApi: asRead(companiesDocument()), ...(await renew()), renew },
    known: { tenantId: [tenant.id], planCode: ['free', 'professional', 'enterprise'] },
    // The invoices of a platform of a check are paid as their mail says.
    unreached: ['makePaymentLink'],
  };
}

/** A tenant with entitlements of its own cannot choose another plan, nor come back by itself. */
const ofThePlan = { requestsPerMinute: null, tokenRequestsPerMinute: null } as const;

/** Plans whose limits no request reaches. */
async function giveRoom(operator: Operator): Promise<void> {
  const { plans } = done(await operator.listPlans(), 200);
  for (const { code, entitlements, ...plan } of plans) {
    const roomy = { ...entitlements, requestsPerMinute: 10_000_000, tokenRequestsPerMinute: 1_000_000, users: null };
    done(await operator.putPlan({ params: { code }, body: { code, ...plan, entitlements: roomy } }), 200);
  }
}

async function operatorOf({ operator, access }: TemporaryPlatform): Promise<Target> {
  const tenant = await Tenant.make(operator);
  const params = { tenantId: tenant.id };
  const { clientId } = await tenant.client();
  const { secrets } = done(await operator.listSecrets({ params: { ...params, clientId } }), 200);
  const { keys } = done(await operator.listKeys(), 200);
  return {
    service: 'subscription-service',
    ...{ baseUrl: access.url, openApi: operatorsDocumentWithOthers(), token: access.credential },
    known: {
      tenantId: [tenant.id],
      clientId: [clientId],
      secretId: secrets.map(({ id }) => id),
      kid: keys.map(({ kid }) => kid),
      userId: [await tenant.user()],
      runAsUserId: [tenant.ownerId],
      role: ['administrator', 'salesperson'],
      code: ['free', 'professional', 'enterprise'],
      planCode: ['free', 'professional', 'enterprise'],
      plan: ['free', 'professional', 'enterprise'],
      module: ['customers'],
    },
    // No request makes an invoice that is open, or a tenant whose making has failed.
    unreached: ['changeInvoice', 'payInvoice', 'voidInvoice', 'retryTenant'],
  };
}

/**
 * The document of operators says nothing of addresses without an operation. The same service answers there as companies are
 * told; a head that cannot be read is refused by Node, in no form.
 */
function operatorsDocumentWithOthers(): OpenApi {
  const [own, companies] = [asRead(operatorsDocument()), asRead(companiesDocument())];
  const { RouteNotFound = {}, MethodNotAllowed = {} } = companies.components.responses ?? {};
  return {
    ...own,
    components: {
      schemas: { ...companies.components.schemas, ...own.components.schemas },
      headers: { ...companies.components.headers, ...own.components.headers },
      responses: { ...own.components.responses, RouteNotFound, MethodNotAllowed, HeadTooLong: {}, Unreadable: {} },
    },
  };
}

/** A document as a committed file has it, whose members are looked at as they are read. */
function asRead(document: object): OpenApi {
  return document as unknown as OpenApi;
}
