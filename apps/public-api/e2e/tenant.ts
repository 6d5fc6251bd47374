import { createClient, type Client } from '@rapport/http-contract/client';
import { publicContract } from '@rapport/public-contract';
import {
  issueToken,
  operatorClient,
  Processes,
  Tenant,
  type Credentials,
  type NewClient,
  type NewTenant,
  type NewUser,
} from '@rapport/testbed';
import { inject } from 'vitest';

export { done as expectDone, newName } from '@rapport/testbed';

const platform = inject('platform');

/** The operators' API of the running platform. */
export const operator = operatorClient({ url: platform.operatorUrl, credential: platform.operatorCredential });

/** The addresses of the public API's processes, for requests that must reach a certain process. */
export const replicas: readonly string[] = (await new Processes(platform).of('public-api')).map(({ url }) => url);

/** A tenant of a test file's own. */
export interface TestTenant {
  readonly id: string;
  readonly ownerId: string;
  readonly ownerEmail: string;
  user(more?: NewUser): Promise<string>;
  team(): Promise<string>;
  /** Makes an API client with a token. By default it runs as the owner and has every scope. */
  client(more?: NewClient): Promise<TestClient>;
}

export interface TestClient extends PublicClient, Credentials {
  readonly token: string;
  /** The client with another token. */
  withToken(token: string): PublicClient;
  /** The client at the process of the public API with this number. */
  on(replica: number): PublicClient;
  /** The client with a token of these scopes alone. */
  withScopes(...scopes: string[]): Promise<PublicClient>;
}

export type PublicClient = Client<typeof publicContract>;

export async function newTenant(more: NewTenant = {}): Promise<TestTenant> {
  const tenant = await Tenant.make(operator, more);
  return {
    id: tenant.id,
    ownerId: tenant.ownerId,
    ownerEmail: tenant.ownerEmail,
    user: (user) => tenant.user({ role: 'salesperson', ...user }),
    team: () => tenant.team(),
    client: async (client) => clientOf(await tenant.client(client)),
  };
}

export function newToken(client: Credentials, scope?: string): Promise<string> {
  return issueToken(platform.baseUrl, client, scope);
}

export function publicClient(token: string | undefined, baseUrl: string = platform.baseUrl): PublicClient {
  const headers = (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` });
  return createClient(publicContract, { baseUrl, headers });
}

async function clientOf(credentials: Credentials): Promise<TestClient> {
  const token = await newToken(credentials);
  return {
    ...credentials,
    token,
    ...publicClient(token),
    withToken: (other) => publicClient(other),
    on: (replica) => publicClient(token, replicas[replica]),
    withScopes: async (...scopes) => publicClient(await newToken(credentials, scopes.join(' '))),
  };
}
