import { expect, inject } from 'vitest';
import { ask, formOf, type Credentials } from './token-client.ts';

const platform = inject('platform');

export type TokenEndpoint = '/connect/introspect' | '/connect/revocation';

export interface PresentedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A request with this form, or with this text in its place. An undefined field is left out. */
export async function post(
  address: string,
  fields: Readonly<Record<string, string | undefined>> | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<PresentedAnswer> {
  const sent = typeof fields === 'string' ? [] : Object.entries(fields).filter(([, value]) => value !== undefined);
  const body = typeof fields === 'string' ? fields : new URLSearchParams(sent as [string, string][]).toString();
  const answer = await fetch(`${platform.baseUrl}${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The form with a client's credentials and the token that it means. */
export function tokenForm(
  { clientId, clientSecret }: Credentials,
  token: string | undefined,
  more: Readonly<Record<string, string | undefined>> = {},
): Record<string, string | undefined> {
  return { token, client_id: clientId, client_secret: clientSecret, ...more };
}

export async function newToken(client: Credentials, scope?: string): Promise<string> {
  const { status, body } = await ask({ ...formOf(client), scope });
  expect(status).toBe(200);
  return String(body['access_token']);
}

/** An error with the members of OAuth and those of a problem together, with an answer's headers. */
export function expectRefused(answer: PresentedAnswer, endpoint: TokenEndpoint, status: number, code: string): void {
  const problem = JSON.parse(answer.text) as Record<string, unknown>;
  expect(problem).toMatchObject({
    error: expect.any(String) as unknown,
    error_description: expect.stringMatching(/^[\x20-\x7e]+$/) as unknown,
    status,
    code,
    instance: endpoint,
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('cache-control')).toContain('no-store');
}

/** The requests that both endpoints refuse before they look at a token, by their names. */
export function wrongRequests(client: Credentials, token: string) {
  const whole = tokenForm(client, token);
  const json = { 'content-type': 'application/json' };
  const text = new URLSearchParams(whole as Record<string, string>).toString();
  return {
    'another content type': { body: JSON.stringify(whole), headers: json, search: '' },
    'a parameter twice': { body: `${text}&token=x`, headers: {}, search: '' },
    'two ways of authentication': { body: text, headers: { authorization: 'Basic YTpi' }, search: '' },
    'a secret in the address': { body: text, headers: {}, search: '?client_secret=x' },
  };
}
