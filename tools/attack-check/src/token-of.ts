import type { Credentials } from '@rapport/sync-check';

/** A token of the client for everything that it may do. */
export async function tokenOf(baseUrl: string, { clientId, clientSecret }: Credentials): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await fetch(`${baseUrl}/connect/token`, { method: 'POST', body: new URLSearchParams(form) });
  if (answer.status !== 200) {
    throw new Error(`A token was refused with ${answer.status}: ${await answer.text()}`);
  }
  return ((await answer.json()) as { access_token: string }).access_token;
}
