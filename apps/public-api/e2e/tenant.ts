import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type Client } from '@rapport/http-contract/client';
import { customerContract, tokenContract } from '@rapport/public-contract';
import { apiClientContract, peopleContract, tenantContract } from '@rapport/subscription-contract';
import { inject } from 'vitest';

const platform = inject('platform');

/** The operators' API of the running platform. */
export const operator = createClient(
  { ...tenantContract, ...peopleContract, ...apiClientContract },
  { baseUrl: platform.operatorUrl, headers: () => ({ authorization: `Bearer ${platform.operatorCredential}` }) },
);

/** The addresses of the public API's processes, for requests that must reach a certain process. */
export const replicas: readonly string[] = await replicaUrls();

/** A tenant of a test file's own. */
export interface TestTenant {
  readonly id: string;
  readonly ownerId: string;
  user(more?: NewUser): Promise<string>;
  team(): Promise<string>;
  /** Makes an API client with a token. By default it runs as the owner and has every scope. */
  client(more?: NewClient): Promise<TestClient>;
}

export interface NewUser {
  readonly role?: string;
  readonly dataScope?: 'own' | 'team' | 'all';
  readonly teamId?: string;
}

export interface NewClient {
  readonly runAsUserId?: string;
  readonly scopes?: string[];
}

export interface TestClient extends PublicClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly token: string;
  /** The same client with another token. */
  withToken(token: string): PublicClient;
  /** The same client at the process of the public API with this number. */
  on(replica: number): PublicClient;
  /** The same client with a token of these scopes alone. */
  withScopes(...scopes: string[]): Promise<PublicClient>;
}

export type PublicClient = Client<typeof customerContract>;

export interface NewTenant {
  readonly plan?: string;
  readonly requestsPerMinute?: number;
  readonly tokenRequestsPerMinute?: number;
}

export async function newTenant(more: NewTenant = {}): Promise<TestTenant> {
  const limits = { requestsPerMinute: 1_000_000, tokenRequestsPerMinute: 1_000_000 };
  const made = await operator.createTenant({
    body: { name: 'A tenant', ownerEmail: newEmail(), plan: 'enterprise', ...limits, ...more },
  });
  const { tenantId, owner } = expectDone(made, 201);
  return {
    id: tenantId,
    ownerId: owner.userId,
    user: async (user = {}) => {
      const body = { email: newEmail(), name: 'A Person', role: 'salesperson', ...user };
      return expectDone(await operator.createUser({ params: { tenantId }, body }), 201).userId;
    },
    team: async () =>
      expectDone(await operator.createTeam({ params: { tenantId }, body: { name: newName('Team') } }), 201).teamId,
    client: async (client = {}) => {
      const body = { name: 'A client', runAsUserId: owner.userId, ...client };
      return clientOf(expectDone(await operator.createApiClient({ params: { tenantId }, body }), 201));
    },
  };
}

export async function newToken(client: { clientId: string; clientSecret: string }, scope?: string): Promise<string> {
  const body = {
    grant_type: 'client_credentials' as const,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    ...(scope === undefined ? {} : { scope }),
  };
  return expectDone(await createClient(tokenContract, { baseUrl: platform.baseUrl }).issueToken({ body }), 200)
    .access_token;
}

export function publicClient(token: string | undefined, baseUrl: string = platform.baseUrl): PublicClient {
  const headers = (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` });
  return createClient(customerContract, { baseUrl, headers });
}

/** The body of an answer, which must have this status. */
export function expectDone<A extends { readonly status: number; readonly body: unknown }, S extends A['status']>(
  answer: A,
  status: S,
): NonNullable<Extract<A, { readonly status: S }>['body']> {
  if (answer.status !== status) {
    throw new Error(`Expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer.body as NonNullable<Extract<A, { readonly status: S }>['body']>;
}

/** A text that no other record has. */
export function newName(prefix = 'Name'): string {
  counted += 1;
  return `${prefix} ${process.pid}-${Date.now().toString(36)}-${counted}`;
}

async function clientOf(credentials: { clientId: string; clientSecret: string }): Promise<TestClient> {
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

async function replicaUrls(): Promise<string[]> {
  const state = JSON.parse(await readFile(join(platform.stateFolder, 'state.json'), 'utf8')) as {
    services: { name: string; url: string }[];
  };
  return state.services.filter(({ name }) => name === 'public-api').map(({ url }) => url);
}

function newEmail(): string {
  return `${newName('person').replaceAll(' ', '-')}@example.test`;
}

let counted = 0;
