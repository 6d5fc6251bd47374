import { createClient } from '@rapport/http-contract/client';
import { apiClientContract } from '@rapport/subscription-contract';
import { onPlatform, type BenchPlatform } from '../core/bench-platform.ts';
import { createTenants } from '../core/bench-tenants.ts';
import { compare } from '../core/compare.ts';
import type { Contender } from '../core/interleave.ts';
import type { LoadRequest } from '../core/load.ts';
import { startProgram } from '../core/node-program.ts';
import type { BenchOutcome } from '../core/word.ts';
import type { PeerInstructions, TokenClient } from './peer-provider.ts';

const clientCount = 100;
const scope = 'customers.read customers.write customers.delete';
const plan = { rounds: 9, requestsPerRound: 3_000, concurrency: 16 };

/** An access token for client credentials, beside node-oidc-provider that keeps everything in memory. */
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

async function createClients(platform: BenchPlatform): Promise<TokenClient[]> {
  const [tenant] = await createTenants(platform, 1);
  if (!tenant) {
    throw new Error('There is no tenant to ask tokens for.');
  }
  const headers = (): Record<string, string> => ({ authorization: `Bearer ${platform.operator.credential}` });
  const operators = createClient(apiClientContract, { baseUrl: platform.operator.url, headers });
  const clients: TokenClient[] = [];
  for (let number = 1; number <= clientCount; number += 1) {
    const made = await operators.createApiClient({
      params: { tenantId: tenant.id },
      body: { name: `Client ${number}`, runAsUserId: tenant.userId, scopes: scope.split(' ') },
    });
    if (made.status !== 201) {
      throw new Error(`A client was refused with ${made.status}.`);
    }
    clients.push(made.body);
  }
  return clients;
}

/** Clients take turns. */
function tokenRequest(path: string, clients: readonly TokenClient[], number: number): LoadRequest {
  const { clientId = '', clientSecret = '' } = clients[number % clients.length] ?? {};
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  };
}
