import type { LoadRequest } from '@rapport/testbed';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants, type BenchTenant } from '../core/bench-tenants.ts';
import { compare } from '../core/comparing/compare.ts';
import type { Rounds } from '../core/comparing/interleave.ts';
import { productContenders } from '../core/comparing/product-contenders.ts';
import { customerBody } from '../core/records/bodies.ts';
import { fillTenant } from '../core/records/filled-tenants.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';

interface Kind {
  readonly title: string;
  readonly status: number;
  readonly rounds: Omit<Rounds, 'concurrency'>;
  readonly request: (number: number) => LoadRequest;
}

const customers = 1_000;
/** The writes of one tenant wait for each other, and a proxy that waits costs more than one that works. */
const writers = 8;

/** The cost of the proxy behind the base address, and of the services with it and without it. */
export function benchEdge({ concurrency = 16 }: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  return onPlatform({ say, without: ['change-feed-worker'] }, async (platform) => {
    const tenants = await createTenants(platform, writers);
    const [tenant] = tenants;
    if (!tenant) {
      throw new Error('There is no tenant to ask for.');
    }
    const { ids } = await fillTenant(await platform.origin('public-api'), tenant, { customers });
    const servers = await productContenders(platform);
    const outcomes: BenchOutcome[] = [];
    for (const { title, status, rounds, request } of kindsOf(tenants, ids.customers)) {
      const contenders = servers.map((server) => ({ ...server, status, request }));
      const plan = { ...rounds, concurrency };
      outcomes.push(await compare({ title, contenders, plan, counted: ['Node', 'PostgreSQL', 'Redis'] }));
    }
    return {
      document: { kinds: outcomes.map(({ document }) => document) },
      text: outcomes.map(({ text }) => text).join('\n\n'),
    };
  });
}

function kindsOf(tenants: readonly BenchTenant[], ids: readonly string[]): Kind[] {
  const path = '/api/v1/customers';
  const headersOf = (number: number): Record<string, string> => ({
    authorization: `Bearer ${tenants[number % tenants.length]?.token ?? ''}`,
  });
  const headers = headersOf(0);
  const body = JSON.stringify({ ...customerBody(1), externalId: undefined });
  const rounds = { rounds: 15, warmUpRounds: 6 };
  return [
    {
      title: 'GET a customer by id',
      status: 200,
      rounds: { ...rounds, requestsPerRound: 1_500 },
      request: (number) => ({ method: 'GET', path: `${path}/${ids[number % ids.length]}`, headers }),
    },
    {
      title: 'GET a list of 50 customers',
      status: 200,
      rounds: { ...rounds, requestsPerRound: 500 },
      request: () => ({ method: 'GET', path: `${path}?pageSize=50`, headers }),
    },
    {
      title: `POST a customer, over ${writers} tenants`,
      status: 201,
      rounds: { ...rounds, requestsPerRound: 1_000 },
      request: (number) => ({
        method: 'POST',
        path,
        headers: { ...headersOf(number), 'content-type': 'application/json' },
        body,
      }),
    },
  ];
}
