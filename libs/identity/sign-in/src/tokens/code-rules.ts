import OAuth2Server from '@node-oauth/oauth2-server';
import type { DenialReason } from '@rapport/token-audit';
import { consoleClientId, consoleGrants } from '../console-client.ts';
import type { PresentedCode } from './code-store.ts';

/** The parameters that come with a code. */
export type CodeFields = Readonly<Record<'code' | 'redirect_uri' | 'code_verifier', string | undefined>>;

/**
 * Why a code is of no use to the request; undefined for one that fits. The library is asked because others maintain and
 * review its rules of the grant (RFC 6749, 4.1.3, and RFC 7636, 4.6). Its model only repeats what is known.
 */
export async function brokenRule(code: PresentedCode, fields: CodeFields): Promise<DenialReason | undefined> {
  const server = new OAuth2Server({
    model: modelOf(code),
    requireClientAuthentication: { authorization_code: false },
  });
  const body = { ...fields, grant_type: 'authorization_code', client_id: consoleClientId };
  const request = new OAuth2Server.Request({ headers: formHeaders, method: 'POST', query: {}, body });
  try {
    await server.token(request, new OAuth2Server.Response());
    return undefined;
  } catch (error) {
    if (error instanceof OAuth2Server.InvalidGrantError || error instanceof OAuth2Server.InvalidRequestError) {
      return reasonOf(error.message);
    }
    throw error;
  }
}

function modelOf(code: PresentedCode): OAuth2Server.AuthorizationCodeModel {
  const client = { id: consoleClientId, grants: [...consoleGrants] };
  const user = { id: code.userId };
  const kept = {
    authorizationCode: 'presented',
    expiresAt: new Date(code.expiresAtMs),
    redirectUri: code.redirectUri,
    codeChallenge: code.codeChallenge,
    codeChallengeMethod: 'S256',
  };
  return {
    getClient: async () => client,
    getAuthorizationCode: async () => ({ ...kept, client: { ...client, id: code.clientId }, user }),
    revokeAuthorizationCode: async () => true,
    generateAccessToken: async () => 'not issued here',
    saveToken: async (token) => ({ ...token, client, user }),
    saveAuthorizationCode: async () => null,
    getAccessToken: async () => null,
  };
}

/** The library has one class for several reasons, and names the parameter in its sentence. */
function reasonOf(sentence: string): DenialReason {
  return reasons.find(([word]) => sentence.includes(word))?.[1] ?? 'bad_code';
}

const reasons: readonly (readonly [word: string, reason: DenialReason])[] = [
  ['verifier', 'bad_verifier'],
  ['redirect_uri', 'bad_redirect'],
  ['expired', 'expired_code'],
];

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' };
