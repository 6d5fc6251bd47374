import { endpoint, refusedParameter, requestBody } from '@rapport/http-contract';
import { optionalText, requiredText } from '@rapport/members/fields';
import { z } from 'zod';

const request = requestBody(
  'GetTokenForPublicApiRequest',
  {
    clientId: requiredText(200),
    clientSecret: requiredText(200),
    scope: optionalText(1_000).describe('Scopes with spaces between them; empty means every scope of the client.'),
  },
  [],
);

const inBodyAlone = refusedParameter(
  'Credentials belong in the body, never in the address, because addresses end in logs.',
);

const query = z.object({
  clientId: inBodyAlone,
  clientSecret: inBodyAlone,
  client_id: inBodyAlone,
  client_secret: inBodyAlone,
});

const token = z
  .object({
    accessToken: z.string(),
    tokenType: z.literal('Bearer'),
    expiresIn: z.int().describe('Seconds. There is no refresh token: ask again.'),
    expiresOnUtc: z.iso.datetime(),
    scope: z.string(),
  })
  .meta({ id: 'TokenForPublicApiDto' });

/** Gives developers a token without a form. An operator can turn it off. */
export const developerTokenContract = {
  getTokenForDevelop: endpoint({
    operationId: 'getTokenForDevelop',
    method: 'post',
    path: '/api/v1/auth/get-token-for-develop',
    access: { credentials: 'client', limiter: 'token' },
    tags: ['auth'],
    summary: 'Get an access token for developers',
    description:
      "For trying things out with an API client's credentials: the token opens the public API as the one of /connect/token does, and the application API with what scopes and the RunAs user's permissions have in common. It counts into the limit of /connect/token. Where the operator has turned it off it is 404.",
    bodyBytesMax: 16_384,
    envelope: 'apiResult',
    query,
    body: request,
    success: { status: 200, body: token },
    errors: ['invalid_scope'],
  }),
};
