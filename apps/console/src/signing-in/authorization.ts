import { sendPatiently } from '../api/patience.ts';
import { newProofKey, randomText, type ProofKey } from './proof-key.ts';
import { tokenOf, type Token } from './token.ts';

/** The address from which the page was asked for, which the token service calls itself too. */
export function issuer(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="issuer"]')?.content ?? location.origin;
}

const clientId = 'rapport-console';
const redirectUri = (): string => `${issuer()}/console/callback`;

/** Leaves the page for the sign-in, which leads back to the address. */
export async function leaveToSignIn(to: string, more: SignInOptions = {}): Promise<void> {
  const proofKey = await newProofKey();
  const state = randomText();
  sessionStorage.setItem(begunKey, JSON.stringify({ state, verifier: proofKey.verifier, to } satisfies Begun));
  location.assign(authorizeAddress(proofKey, state, { ...more }));
}

export interface SignInOptions {
  readonly tenant_id?: string;
  /** The e-mail address that the page fills in. */
  readonly login_hint?: string;
  readonly prompt?: 'login';
}

/** Ends a sign-in that was begun, by the address to which it led. */
export async function finishSignIn(address: URL): Promise<{ readonly token: Token; readonly to: string }> {
  const begun = JSON.parse(sessionStorage.getItem(begunKey) ?? 'null') as Begun | null;
  sessionStorage.removeItem(begunKey);
  if (begun === null || begun.state !== address.searchParams.get('state')) {
    throw new SignInFailed('This sign-in was not begun in this window, or it is over. Sign in again.');
  }
  return { token: await exchange(codeIn(address), begun.verifier), to: begun.to };
}

/** A token for the one who signed in to this browser, without a question; undefined where a question is needed. */
export async function renewedToken(tenantId: string | null): Promise<Token | undefined> {
  const proofKey = await newProofKey();
  const state = randomText();
  const options = { prompt: 'none', ...(tenantId !== null && { tenant_id: tenantId }) };
  const answer = await sendPatiently(authorizeAddress(proofKey, state, options), { headers: { accept: 'text/html' } });
  // The address alone counts. An unread body would keep the connection.
  await answer.body?.cancel();
  if (answer.status === 429 || answer.status >= 500) {
    throw new SignInFailed('The service is too busy to sign you in. Try again in a moment.');
  }
  const address = new URL(answer.url);
  if (address.searchParams.get('state') !== state || address.searchParams.has('error')) {
    return undefined;
  }
  return exchange(codeIn(address), proofKey.verifier);
}

export class SignInFailed extends Error {}

/** Kept in the window while the person is at the sign-in. */
interface Begun {
  readonly state: string;
  readonly verifier: string;
  readonly to: string;
}

const begunKey = 'rapport.sign-in';

function authorizeAddress({ challenge }: ProofKey, state: string, more: object): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri(),
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state,
    ...more,
  });
  return `/connect/authorize?${query.toString()}`;
}

function codeIn(address: URL): string {
  const code = address.searchParams.get('code');
  if (code === null) {
    throw new SignInFailed(address.searchParams.get('error_description') ?? 'The sign-in was not finished.');
  }
  return code;
}

async function exchange(code: string, verifier: string): Promise<Token> {
  const begunAt = Date.now();
  const answer = await sendPatiently('/connect/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri(),
      code,
      code_verifier: verifier,
    }),
  });
  if (!answer.ok) {
    throw new SignInFailed('The sign-in took too long. Sign in again.');
  }
  return tokenOf((await answer.json()) as Parameters<typeof tokenOf>[0], begunAt);
}
