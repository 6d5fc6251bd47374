import { namedList } from '@rapport/members/fields';

const scope = 'customers.read customers.write';
const issuer = 'https://crm.example.com';

/** A client that exists nowhere. */
const client = {
  client_id: 'rpt_client_0Xq3bT7dM1vKc9ZyLw5RnS2eHg',
  client_secret: 'the secret of your client',
};

const accessToken = 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzY29wZSI6ImN1c3RvbWVycy5yZWFkIn0.c2lnbmF0dXJl';

export const tokenExample = {
  body: { grant_type: 'client_credentials', ...client, scope },
  answer: { access_token: accessToken, token_type: 'Bearer', expires_in: 3600, scope },
};

export const introspectionExample = {
  body: { token: accessToken, ...client },
  answer: {
    active: true,
    scope,
    client_id: client.client_id,
    token_type: 'Bearer',
    exp: 1_790_000_000,
    iat: 1_789_996_400,
    sub: client.client_id,
    aud: 'urn:rapport:public-api',
    iss: issuer,
    jti: '01990000-0000-7000-8000-0000000000a1',
    tenant_id: '01990000-0000-7000-8000-0000000000b2',
  },
};

export const revocationExample = { body: { token: accessToken, ...client } };

export const grantTypes = namedList('GrantType', ['client_credentials', 'authorization_code', 'refresh_token']);

const clientAuthentication = ['client_secret_basic', 'client_secret_post'];

export const serverMetadataExample = {
  answer: {
    issuer,
    authorization_endpoint: `${issuer}/connect/authorize`,
    token_endpoint: `${issuer}/connect/token`,
    introspection_endpoint: `${issuer}/connect/introspect`,
    revocation_endpoint: `${issuer}/connect/revocation`,
    jwks_uri: `${issuer}/.well-known/openid-configuration/jwks`,
    grant_types_supported: grantTypes,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: ['customers.read', 'customers.write', 'customers.delete'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256', 'RS256'],
    token_endpoint_auth_methods_supported: [...clientAuthentication, 'none'],
    introspection_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: [...clientAuthentication, 'none'],
  },
};

export const keySetExample = {
  answer: {
    keys: [
      {
        kty: 'EC',
        kid: 'k2026-01',
        alg: 'ES256',
        use: 'sig',
        crv: 'P-256',
        x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
        y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
      },
    ],
  },
};
