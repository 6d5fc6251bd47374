import {
  anyAddress,
  Browser,
  CodeFlow,
  consoleClientId,
  newEmail,
  postForm,
  signIn,
  Tenant,
  type PersonTokens,
} from '@rapport/testbed';
import { inject } from 'vitest';
import { done, operator } from '../token-client.ts';

const { baseUrl } = inject('platform');

/** A person with a user in one tenant. */
export interface Person {
  readonly tenantId: string;
  readonly userId: string;
  readonly email: string;
  readonly password: string;
}

/** A person of a tenant of its own, or of the given one. An owner sees all, so it may invite others. */
export async function newPerson(tenantId?: string, email = newEmail(), role = 'salesperson'): Promise<Person> {
  const id = tenantId ?? (await Tenant.make(operator)).id;
  const dataScope = role === 'owner' ? 'all' : 'own';
  const body = { email, name: 'A Person', role, dataScope } as const;
  const made = done(await operator.createUser({ params: { tenantId: id }, body }), 201);
  return { tenantId: id, userId: made.userId, email, password: made.password ?? '' };
}

/** A browser with an address of its own. */
export function newBrowser(): Browser {
  return new Browser(baseUrl, anyAddress());
}

export function newSession({ email, password }: Person, browser = newBrowser()): Promise<PersonTokens> {
  return signIn(baseUrl, browser, { email, password });
}

/** A code with the flow to which it belongs. */
export async function newCode(person: Person, browser = newBrowser()): Promise<{ flow: CodeFlow; code: string }> {
  const flow = new CodeFlow(baseUrl);
  const { email, password } = person;
  const page = await browser.submit(await browser.get(flow.address()), { email, password });
  return { flow, code: flow.codeOf(page) };
}

export function refresh(refreshToken: string, change: Readonly<Record<string, string>> = {}): Promise<Response> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: consoleClientId, ...change };
  return postForm(`${baseUrl}/connect/token`, fields);
}

export async function revoke(token: string, change: Readonly<Record<string, string>> = {}): Promise<number> {
  const answer = await postForm(`${baseUrl}/connect/revocation`, { token, client_id: consoleClientId, ...change });
  return answer.status;
}

/** The error of an answer by its name in OAuth, or its status where it succeeded. */
export async function outcomeOf(answer: Response): Promise<unknown> {
  return answer.status === 200 ? 200 : ((await answer.json()) as { error?: unknown }).error;
}

export function claimsOf(accessToken: string): Readonly<Record<string, unknown>> {
  const claims = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8');
  return JSON.parse(claims) as Record<string, unknown>;
}
