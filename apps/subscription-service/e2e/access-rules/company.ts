import { join } from 'node:path';
import {
  done,
  issueToken,
  Mailed,
  newEmail,
  newName,
  newSession,
  newSignup,
  operatorClient,
  postSignup,
  RunningPlatform,
  type Credentials,
  type PersonTokens,
} from '@rapport/testbed';
import { expect, inject } from 'vitest';
import { outcomeOf, send } from './send.ts';

const { baseUrl, stateFolder, operatorUrl, operatorCredential } = inject('platform');
const access = { url: operatorUrl, credential: operatorCredential };

export const platform = new RunningPlatform({ baseUrl, stateFolder, dataDir: join(stateFolder, 'data'), access });
export const operator = operatorClient(access);

interface Person {
  readonly email: string;
  readonly password: string;
  readonly tenantId: string;
}

/** A company that signed up, with everybody who meets its access rules; all tokens were issued while they were open. */
export interface Company {
  readonly tenantId: string;
  readonly owner: Person & PersonTokens & { readonly userId: string };
  readonly colleague: Person & PersonTokens & { readonly userId: string };
  readonly client: Credentials & { readonly token: string; readonly developerToken: string };
  /** Another client, by its id among the tenant's records. */
  readonly spareClientId: string;
  readonly customerId: string;
  readonly unsubscribeLink: string;
  /** The address that its link takes off. */
  readonly unsubscribed: string;
}

export async function newCompany(): Promise<Company> {
  const sent = newSignup();
  const { body } = await postSignup(baseUrl, sent);
  const { tenantId, owner } = body as { tenantId: string; owner: { userId: string } };
  const [client, unsubscribed] = [await newClient(tenantId, owner.userId), newEmail()];
  return {
    tenantId,
    owner: { ...owner, ...(await signedIn({ email: sent.ownerEmail, password: sent.password, tenantId })) },
    colleague: await newColleague(tenantId),
    client,
    spareClientId: (await newClient(tenantId, owner.userId)).apiClientId,
    customerId: await newCustomer(client.token),
    unsubscribeLink: await newUnsubscribeLink(tenantId, unsubscribed),
    unsubscribed,
  };
}

/** An owner whom an operator adds is verified, and the tenant with it. */
export async function addVerifiedOwner({ tenantId }: Company): Promise<void> {
  const body = { email: newEmail(), name: 'Another Owner', role: 'owner', dataScope: 'all' } as const;
  done(await operator.createUser({ params: { tenantId }, body }), 201);
}

export async function signedIn(person: Person): Promise<Person & PersonTokens> {
  return { ...person, ...(await newSession(baseUrl, person)) };
}

async function newColleague(tenantId: string): Promise<Company['colleague']> {
  const body = { email: newEmail(), name: 'A Colleague', role: 'salesperson', dataScope: 'own' } as const;
  const { userId, password = '' } = done(await operator.createUser({ params: { tenantId }, body }), 201);
  return { userId, ...(await signedIn({ email: body.email, password: password ?? '', tenantId })) };
}

async function newClient(tenantId: string, runAsUserId: string) {
  const body = { name: newName(), runAsUserId };
  const client = done(await operator.createApiClient({ params: { tenantId }, body }), 201);
  const { clientId, clientSecret } = client;
  const json = { clientId, clientSecret };
  const { data } = (await (await send('POST', '/api/v1/auth/get-token-for-develop', { json })).json()) as {
    data: { accessToken: string };
  };
  return { ...client, token: await issueToken(baseUrl, client), developerToken: data.accessToken };
}

async function newCustomer(token: string): Promise<string> {
  const answer = await send('POST', '/api/v1/customers', { token, json: { name: newName() } });
  expect(await outcomeOf(answer.clone())).toBe('served');
  return ((await answer.json()) as { id: string }).id;
}

async function newUnsubscribeLink(tenantId: string, address: string): Promise<string> {
  const mailed = await Mailed.connect(platform);
  try {
    return await mailed.link(tenantId, address, 1);
  } finally {
    await mailed.close();
  }
}
