import { grantableScopes, keyAlgorithms } from '@rapport/kinds';
import { grantTypes } from './grants/grants.ts';

/** The metadata of RFC 8414, with the members that readers of OpenID documents demand. Every named endpoint exists. */
export function discoveryDocument(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/connect/authorize`,
    token_endpoint: `${issuer}/connect/token`,
    introspection_endpoint: `${issuer}/connect/introspect`,
    revocation_endpoint: `${issuer}/connect/revocation`,
    jwks_uri: `${issuer}/.well-known/openid-configuration/jwks`,
    grant_types_supported: [...grantTypes],
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: [...grantableScopes],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...keyAlgorithms],
    token_endpoint_auth_methods_supported: [...clientAuthentication, 'none'],
    introspection_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: [...clientAuthentication, 'none'],
  };
}

const clientAuthentication = ['client_secret_basic', 'client_secret_post'];
