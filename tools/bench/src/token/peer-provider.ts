import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Credentials } from '@rapport/testbed';
import Provider from 'oidc-provider';

export interface PeerInstructions {
  readonly clients: readonly Credentials[];
  readonly scope: string;
}

const audience = 'https://api.bench.example';
const lifetimeSeconds = 3_600;

// The other side of `startProgram`: node-oidc-provider with its own client credentials and JWTs, all in memory.
process.once('message', (instructions: PeerInstructions) => {
  const handle = providerOf(instructions).callback();
  const server = createServer((req, res) => void handle(req, res));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit(0));

function providerOf({ clients, scope }: PeerInstructions): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const resource = {
    scope,
    audience,
    accessTokenTTL: lifetimeSeconds,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'ES256' } },
  } as const;
  return new Provider('http://localhost', {
    clients: clients.map(({ clientId, clientSecret }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      scope,
      token_endpoint_auth_method: 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
    })),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    scopes: scope.split(' '),
    ttl: { ClientCredentials: lifetimeSeconds },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => resource,
      },
    },
  });
}
