import { createClient } from '@rapport/http-contract/client';
import { tokenContract } from '@rapport/public-contract';
import { done } from './done.ts';

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
