import { endpoint, formField, formFieldsMax, requiredFormField } from '@rapport/http-contract';
import { z } from 'zod';
import {
  grantTypes,
  introspectionExample,
  keySetExample,
  revocationExample,
  serverMetadataExample,
  tokenExample,
} from './token-examples.ts';

const clientId = formField()
  .optional()
  .describe('Where the client is not in HTTP Basic. It may be in both, and is the same then.');
const clientSecret = formField().optional().describe('Here or in HTTP Basic, and not in both.');

const tokenRequest = z
  .object({
    grant_type: z.enum(grantTypes),
    client_id: clientId,
    client_secret: clientSecret,
    scope: formField().optional().describe('Scopes with spaces between them; empty means every scope of the client.'),
    code: formField().optional().describe('Of a person who signed in, for authorization_code.'),
    redirect_uri: formField().optional().describe('The address to which the code came, for authorization_code.'),
    code_verifier: formField()
      .optional()
      .describe('The text whose SHA-256 the code was asked with, for authorization_code.'),
    access_type: formField()
      .optional()
      .describe(
        'For authorization_code: with `online` there is no refresh token, and the session ends with its access token.',
      ),
    refresh_token: formField().optional().describe('For refresh_token. It is replaced at each use.'),
  })
  .meta({ id: 'TokenRequest', maxProperties: formFieldsMax });

const presentedToken = z
  .object({
    token: requiredFormField().describe(
      'The access token. At the revocation a refresh token too, which ends its session.',
    ),
    token_type_hint: formField().optional().describe('Any value; a token is recognised without it.'),
    client_id: clientId,
    client_secret: clientSecret,
  })
  .meta({ id: 'PresentedToken', maxProperties: formFieldsMax });

const introspection = z
  .discriminatedUnion('active', [
    z.object({
      active: z.literal(true),
      scope: z.string().describe('The scopes of the token that its client still has.'),
      client_id: z.string(),
      token_type: z.literal('Bearer'),
      exp: z.int(),
      iat: z.int(),
      sub: z.string(),
      aud: z.union([z.string(), z.array(z.string())]),
      iss: z.string(),
      jti: z.string(),
      tenant_id: z.uuid(),
    }),
    z.object({ active: z.literal(false) }),
  ])
  .meta({ id: 'Introspection' });

const token = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds.'),
    scope: z.string().optional().describe("Of an API client's token. A person's has none."),
    refresh_token: z.string().optional().describe("Beside a person's token alone; an API client asks again."),
  })
  .meta({ id: 'Token' });

const serverMetadata = z
  .object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    introspection_endpoint: z.string(),
    revocation_endpoint: z.string(),
    jwks_uri: z.string(),
    grant_types_supported: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    introspection_endpoint_auth_methods_supported: z.array(z.string()),
    revocation_endpoint_auth_methods_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
    code_challenge_methods_supported: z.array(z.string()),
    authorization_response_iss_parameter_supported: z.boolean(),
    subject_types_supported: z.array(z.string()),
    id_token_signing_alg_values_supported: z.array(z.string()),
  })
  .meta({ id: 'ServerMetadata' });

const keySet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
        crv: z.string().optional(),
        x: z.string().optional(),
        y: z.string().optional(),
        n: z.string().optional(),
        e: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'KeySet' });

const tagged = z.object({ etag: z.string() });

const tags = ['token'];

const presented = {
  method: 'post',
  access: { credentials: 'client', limiter: 'presented-token' },
  tags,
  bodyType: 'form',
  bodyBytesMax: 16_384,
  body: presentedToken,
  errors: [],
} as const;

export const tokenContract = {
  issueToken: endpoint({
    operationId: 'issueToken',
    method: 'post',
    path: '/connect/token',
    access: { credentials: 'client', limiter: 'token' },
    tags,
    summary: 'Get an access token for client credentials, a code or a refresh token',
    description:
      'Client credentials go as form fields or as HTTP Basic with form-encoded halves. The public client `rapport-console`, at which people sign in, sends its client_id alone.',
    bodyType: 'form',
    bodyBytesMax: 16_384,
    body: tokenRequest,
    success: { status: 200, headers: z.object({ pragma: z.literal('no-cache') }), body: token },
    errors: ['invalid_grant', 'invalid_scope', 'unauthorized_client', 'unsupported_grant_type'],
    example: tokenExample,
  }),
  introspectToken: endpoint({
    ...presented,
    operationId: 'introspectToken',
    path: '/connect/introspect',
    summary: 'Ask whether an access token is active (RFC 7662)',
    description:
      'A client is told of its own tokens; any other is not active. A token is active when the APIs take it.',
    success: { status: 200, body: introspection },
    example: introspectionExample,
  }),
  revokeToken: endpoint({
    ...presented,
    operationId: 'revokeToken',
    path: '/connect/revocation',
    summary: 'End an access token, or a session by its refresh token (RFC 7009)',
    description:
      'No request with the token passes after the answer. A client ends its own tokens; for any other text the answer is the same, and nothing is done.',
    success: { status: 200 },
    example: revocationExample,
  }),
  getServerMetadata: endpoint({
    operationId: 'getServerMetadata',
    method: 'get',
    path: '/.well-known/oauth-authorization-server',
    access: 'open',
    tags,
    summary: 'Where the token endpoint and its keys are (RFC 8414)',
    success: { status: 200, headers: tagged, body: serverMetadata },
    errors: [],
    example: serverMetadataExample,
  }),
  getOpenIdMetadata: endpoint({
    operationId: 'getOpenIdMetadata',
    method: 'get',
    path: '/.well-known/openid-configuration',
    access: 'open',
    tags,
    summary: 'The same document, where other clients look for it',
    success: { status: 200, headers: tagged, body: serverMetadata },
    errors: [],
    example: serverMetadataExample,
  }),
  getKeySet: endpoint({
    operationId: 'getKeySet',
    method: 'get',
    path: '/.well-known/openid-configuration/jwks',
    access: 'open',
    tags,
    summary: 'The public keys that tokens are signed with',
    success: { status: 200, headers: tagged, body: keySet },
    errors: [],
    example: keySetExample,
  }),
};
