import { fail } from 'k6';
import http, { type RefinedResponse, type ResponseType } from 'k6/http';
import { baseUrl, type Credentials } from './configuration.ts';
import type { RequestTag } from './objectives.ts';

type Response = RefinedResponse<ResponseType | undefined>;

/** Asks for a token and gives the answer, whatever it is. */
export function askForToken(
  client: Credentials,
  headers: Record<string, string> = {},
  kind: RequestTag = 'token',
): Response {
  const form = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: client.clientSecret };
  return http.post(`${baseUrl}/connect/token`, form, { headers, tags: { kind, name: kind } });
}

/** The access token of a client, for `setup`. Without one the run has no meaning and ends. */
export function tokenOf(client: Credentials): string {
  const answer = askForToken(client, {}, 'setup');
  const token = answer.status === 200 ? answer.json('access_token') : undefined;
  if (typeof token !== 'string') {
    fail(`no token at ${baseUrl}/connect/token: ${answer.status} ${answer.error}`);
  }
  return token;
}
