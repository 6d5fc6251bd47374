export type { ConnectRequest } from './connect-form.ts';
export { discoveryDocument } from './discovery.ts';
export { CredentialsInQuery, hasCredentials } from './entrance/credentials-in-query.ts';
export { tokenEndpointModule } from './module.ts';
export { TokenIntrospection } from './token-introspection.ts';
export { TokenIssuer } from './token-issuer.ts';
export { TokenRevocation } from './token-revocation.ts';
