import { createClient } from '@rapport/http-contract/client';
import { tokenContract } from '@rapport/public-contract';
import { done } from './done.ts';
import type { LoadRequest } from './traffic/caller.ts';

/** An API client's own credentials. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A token of the client; for everything that the client may do where no scope is given. */
export async function issueToken(baseUrl: string, client: Credentials, scope?: string): Promise<string> {
  const body = {
    grant_type: 'client_credentials' as const,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    ...(scope !== undefined && { scope }),
  };
  return done(await createClient(tokenContract, { baseUrl }).issueToken({ body }), 200).access_token;
}

/** The request for a token of a client. */
export function tokenRequest(
  { clientId, clientSecret }: Credentials,
  more: Readonly<Record<string, string>> = {},
): LoadRequest {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...more };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', path: '/connect/token', headers, body: new URLSearchParams(form).toString() };
}
