import { endpoint } from '@rapport/http-contract';
import { z } from 'zod';

const tokenRequest = z
  .object({
    grant_type: z.literal('client_credentials'),
    client_id: z.string().optional().describe('Here or in HTTP Basic, not in both.'),
    client_secret: z.string().optional(),
    scope: z.string().optional().describe('Scopes with spaces between them; empty means every scope of the client.'),
  })
  .meta({ id: 'TokenRequest' });

const token = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds. There is no refresh token: ask again.'),
    scope: z.string(),
  })
  .meta({ id: 'Token' });

const serverMetadata = z
  .object({
    issuer: z.string(),
    token_endpoint: z.string(),
    jwks_uri: z.string(),
    grant_types_supported: z.array(z.string()),
    scopes_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.string()),
    response_types_supported: z.array(z.string()),
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

export const tokenContract = {
  issueToken: endpoint({
    operationId: 'issueToken',
    method: 'post',
    path: '/connect/token',
    access: 'open',
    tags,
    summary: 'Get an access token for client credentials',
    description: 'Client credentials go as form fields or as HTTP Basic with form-encoded halves.',
    bodyType: 'form',
    bodyBytesMax: 16_384,
    body: tokenRequest,
    success: { status: 200, body: token },
    errors: ['invalid_client', 'invalid_scope', 'unauthorized_client', 'unsupported_grant_type', 'rate_limited'],
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
  }),
};
