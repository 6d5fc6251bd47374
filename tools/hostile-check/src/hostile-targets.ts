import { applicationDocument } from '@rapport/application-contract';
import { errorCodes } from '@rapport/kernel';
import { grantableScopes } from '@rapport/kinds';
import { issueToken, newSession, type TemporaryPlatform, Tenant } from '@rapport/testbed';
import type { OpenApi } from '@rapport/testbed';
import type { HostileCaller, HostileOptions } from './check-hostile.ts';

/** The documents that are tried: that of clients, and that of people. */
export const surfaces = ['public', 'application'] as const;
export type Surface = (typeof surfaces)[number];

export interface Target extends Pick<HostileOptions, 'baseUrl' | 'openApi' | 'token' | 'known' | 'renew'> {
  readonly service: string;
}

export async function targetsOf(platform: TemporaryPlatform): Promise<Readonly<Record<Surface, Target>>> {
  return {
    public: await clientOf(platform),
    application: await personOf(platform),
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

/** A document as a committed file has it, whose members are looked at as they are read. */
function asRead(document: object): OpenApi {
  return document as unknown as OpenApi;
}
