import { type Credentials, type LoadRequest, type RunningPlatform, Tenant, tokenRequest } from '@rapport/testbed';
import { onPlatform } from '../core/bench-platform.ts';
import { compare } from '../core/comparing/compare.ts';
import { comparing } from '../core/comparing/compare-checkouts.ts';
import type { Contender } from '../core/comparing/interleave.ts';
import { startProgram } from '../core/node-program.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';
import type { PeerInstructions } from './peer-provider.ts';

const clientCount = 100;
const scope = 'customers.read customers.write customers.delete';

/** Compares an access token for client credentials with one of node-oidc-provider, which keeps everything in memory. */
export function benchToken(figures: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  return onPlatform({ say }, async (platform) => {
    const clients = await createClients(platform);
    const peer = await startProgram(new URL('./peer-provider.ts', import.meta.url), {
      clients,
      scope,
    } satisfies PeerInstructions);
    const postgres = { PostgreSQL: await platform.pid('postgres'), Redis: await platform.pid('redis') };
    const rapport = { Node: await platform.pid('token-service'), ...postgres };
    const edge = { ...rapport, edge: await platform.pid('edge') };
    const at = (path: string) => ({ status: 200, request: requestsOf(clients, path) });
    const contenders: Contender[] = [
      { name: 'node-oidc-provider', origin: peer.origin, processes: { Node: peer.pid }, ...at('/token') },
      { name: 'Rapport', origin: await platform.origin('token-service'), processes: rapport, ...at('/connect/token') },
      { name: 'Rapport through the edge', origin: platform.baseUrl, processes: edge, ...at('/connect/token') },
    ];
    try {
      return await compare({
        title: 'POST for a token',
        contenders,
        plan: plan(figures),
        counted: ['Node', 'PostgreSQL'],
      });
    } finally {
      await peer.stop();
    }
  });
}

/** The token, asked of two checkouts. */
export const tokenCheckouts = comparing({
  plan: (figures) => ({ ...plan(figures), warmUpRounds: 4 }),
  requestsOn: async (platform) => {
    const clients = await createClients(platform);
    return [{ title: 'POST for a token', service: 'token-service', status: 200, request: requestsOf(clients) }];
  },
});

function plan({ rounds = 9 }: BenchFigures) {
  return { rounds, requestsPerRound: 3_000, concurrency: 16 };
}

async function createClients({ operator }: RunningPlatform): Promise<Credentials[]> {
  const tenant = await Tenant.make(operator);
  const clients: Credentials[] = [];
  while (clients.length < clientCount) {
    clients.push(await tenant.client({ scopes: scope.split(' ') }));
  }
  return clients;
}

/** Requests for one client after the other. */
function requestsOf(clients: readonly Credentials[], path = '/connect/token'): (number: number) => LoadRequest {
  return (number) => {
    const client = clients[number % clients.length] ?? { clientId: '', clientSecret: '' };
    return { ...tokenRequest(client, { scope }), path };
  };
}
