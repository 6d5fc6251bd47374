import type { TemporaryPlatform } from '@rapport/testbed';
import type { Contender } from './interleave.ts';

export type Server = Pick<Contender, 'name' | 'origin' | 'processes'>;

/** The public API at its own address, and through the base address. */
export async function productContenders(
  platform: TemporaryPlatform,
): Promise<[atItsOwn: Server, throughTheEdge: Server]> {
  const processes = {
    Node: await platform.pid('public-api'),
    PostgreSQL: await platform.pid('postgres'),
    Redis: await platform.pid('redis'),
  };
  return [
    { name: 'Rapport', origin: await platform.origin('public-api'), processes },
    {
      name: 'Rapport through the edge',
      origin: platform.baseUrl,
      processes: { ...processes, edge: await platform.pid('edge') },
    },
  ];
}
