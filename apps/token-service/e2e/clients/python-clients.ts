import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { OAuthClient, TokenOutcome, TokenWish } from './oauth-client.ts';

/** The libraries of Python, run by an interpreter that has them. */
export function pythonClients(python: string): readonly OAuthClient[] {
  return [
    { name: 'authlib', getToken: (wish) => run(python, 'authlib_client.py', wish) },
    { name: 'requests-oauthlib', getToken: (wish) => run(python, 'requests_oauthlib_client.py', wish) },
  ];
}

export const pythonPackages = { authlib: 'python3-authlib', requests_oauthlib: 'python3-requests-oauthlib' };

/** Both libraries insist on TLS without these variables. */
const environment = { ...process.env, AUTHLIB_INSECURE_TRANSPORT: '1', OAUTHLIB_INSECURE_TRANSPORT: '1' };

async function run(python: string, script: string, wish: TokenWish): Promise<TokenOutcome> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(python, [path], { env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(JSON.stringify({ ...wish, tokenUrl: `${wish.issuer}/connect/token` }));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (out === '') {
    throw new Error(`${script} ended without an answer: ${errors}`);
  }
  const answer = JSON.parse(out) as { access_token?: string; scope?: string | string[]; error?: string };
  if (answer.access_token === undefined) {
    return { error: answer.error ?? '' };
  }
  return { token: answer.access_token, scope: [answer.scope ?? []].flat().join(' ') };
}
