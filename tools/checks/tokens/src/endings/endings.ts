import { createClient } from '@rapport/http-contract/client';
import { tokenContract } from '@rapport/public-contract';
import { done, issueToken, type RunningPlatform, type Tenant } from '@rapport/testbed';

/** A call after whose answer a token opens nothing any more. */
export interface Ending {
  readonly name: string;
  readonly token: string;
  /** The API's code for the token afterwards. */
  readonly code: 'client_disabled' | 'token_invalid';
  readonly end: () => Promise<void>;
  /** Lets the client in again, with new tokens, if the call shut it out. */
  readonly enable?: () => Promise<void>;
  readonly newToken: () => Promise<string>;
}

/** Every call that ends tokens, each with a client and a RunAs user of its own. */
export function newEndings(platform: RunningPlatform, tenant: Tenant): Promise<Ending[]> {
  return Promise.all([disableClient, disableUser, revokeTokens, revoke].map((make) => make(platform, tenant)));
}

/** A client of this tenant with a token, and the call that gets more. */
export async function newBearer(platform: RunningPlatform, tenant: Tenant) {
  const userId = await tenant.user({ dataScope: 'all' });
  const client = await tenant.client({ runAsUserId: userId });
  const newToken = () => issueToken(platform.baseUrl, client);
  return { userId, client, newToken, token: await newToken() };
}

async function disableClient(platform: RunningPlatform, tenant: Tenant): Promise<Ending> {
  const { client, ...bearer } = await newBearer(platform, tenant);
  const params = { tenantId: tenant.id, clientId: client.clientId };
  return {
    ...{ ...bearer, name: 'disabling the client', code: 'client_disabled' },
    end: async () => void done(await platform.operator.disableApiClient({ params }), 200),
    enable: async () => void done(await platform.operator.enableApiClient({ params }), 200),
  };
}

async function disableUser(platform: RunningPlatform, tenant: Tenant): Promise<Ending> {
  const { userId, ...bearer } = await newBearer(platform, tenant);
  const params = { tenantId: tenant.id, userId };
  return {
    ...{ ...bearer, name: 'disabling its RunAs user', code: 'client_disabled' },
    end: async () => void done(await platform.operator.disableUser({ params }), 200),
    enable: async () => void done(await platform.operator.enableUser({ params }), 200),
  };
}

async function revokeTokens(platform: RunningPlatform, tenant: Tenant): Promise<Ending> {
  const { client, token } = await newBearer(platform, tenant);
  const params = { tenantId: tenant.id, clientId: client.clientId };
  let { clientSecret } = client;
  return {
    ...{ name: 'rotating its secret with its tokens', token, code: 'token_invalid' },
    newToken: () => issueToken(platform.baseUrl, { ...client, clientSecret }),
    end: async () => {
      ({ clientSecret } = done(await platform.operator.rotateSecret({ params, body: { revokeTokens: true } }), 200));
    },
  };
}

async function revoke(platform: RunningPlatform, tenant: Tenant): Promise<Ending> {
  const { client, ...bearer } = await newBearer(platform, tenant);
  const body = { token: bearer.token, client_id: client.clientId, client_secret: client.clientSecret };
  return {
    ...{ ...bearer, name: 'revoking the token', code: 'token_invalid' },
    end: async () => void done(await createClient(tokenContract, platform).revokeToken({ body }), 200),
  };
}
