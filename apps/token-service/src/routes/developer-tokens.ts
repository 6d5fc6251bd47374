import { developerTokenContract } from '@rapport/application-contract';
import { implement } from '@rapport/http-contract';
import { dateTimeAt } from '@rapport/kernel';
import type { TokenIssuer } from '@rapport/token-endpoint';
import type { TokenContext } from './tokens.ts';

export function developerTokenRoutes(issuer: TokenIssuer) {
  return implement(developerTokenContract)<TokenContext>({
    getTokenForDevelop: async (context, { body: { clientId, clientSecret, scope } }) => {
      const credentials = { clientId, clientSecret };
      const issue = await issuer.issueForDevelopment(context, credentials, scope ?? undefined, context.caller);
      const { token, headers } = issue;
      const data = {
        accessToken: token.access_token,
        tokenType: token.token_type,
        expiresIn: token.expires_in,
        expiresOnUtc: dateTimeAt(issue.expiresAtMs),
        scope: token.scope,
      };
      return { status: 200, body: data, headers };
    },
  });
}
