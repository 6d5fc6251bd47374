import { type Credentials, type TemporaryPlatform, Tenant } from '@rapport/testbed';
import { onPlatform } from '../core/bench-platform.ts';
import { compare } from '../core/compare.ts';
import type { Contender } from '../core/interleave.ts';
import type { LoadRequest } from '../core/load.ts';
import { startProgram } from '../core/node-program.ts';
import type { BenchOutcome } from '../core/word.ts';
import type { PeerInstructions } from './peer-provider.ts';

const clientCount = 100;
const scope = 'customers.read customers.write customers.delete';
const plan = { rounds: 9, requestsPerRound: 3_000, concurrency: 16 };

/** Compares an access token for client credentials with one of node-oidc-provider, which keeps everything in memory. */
export function benchToken(_: object, say: (line: string) => void): Promise<BenchOutcome> {
  return onPlatform({ say }, async (platform) => {
    const clients = await createClients(platform);
    const peer = await startProgram(new URL('./peer-provider.ts', import.meta.url), {
      clients,
      scope,
    } satisfies PeerInstructions);
    const postgres = { PostgreSQL: await platform.pid('postgres'), Redis: await platform.pid('redis') };
    const rapport = { Node: await platform.pid('token-service'), ...postgres };
    const edge = { ...rapport, edge: await platform.pid('edge') };
    const at = (path: string) => ({ status: 200, request: (number: number) => tokenRequest(path, clients, number) });
    const contenders: Contender[] = [
      { name: 'node-oidc-provider', origin: peer.origin, processes: { Node: peer.pid }, ...at('/token') },
      { name: 'Rapport', origin: await platform.origin('token-service'), processes: rapport, ...at('/connect/token') },
      { name: 'Rapport through the edge', origin: platform.baseUrl, processes: edge, ...at('/connect/token') },
    ];
    try {
      return await compare({ title: 'POST for a token', contenders, plan, counted: ['Node', 'PostgreSQL'] });
    } finally {
      await peer.stop();
    }
  });
}

async function createClients({ operator }: TemporaryPlatform): Promise<Credentials[]> {
  const tenant = await Tenant.make(operator);
  const clients: Credentials[] = [];
  while (clients.length < clientCount) {
    clients.push(await tenant.client({ scopes: scope.split(' ') }));
  }
  return clients;
}

/** The request with this number, for one client after the other. */
function tokenRequest(path: string, clients: readonly Credentials[], number: number): LoadRequest {
  const { clientId = '', clientSecret = '' } = clients[number % clients.length] ?? {};
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  };
}
