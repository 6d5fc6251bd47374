import { onPlatform } from '../core/bench-platform.ts';
import { createTenants } from '../core/bench-tenants.ts';
import { pageColumns } from '../core/page-columns.ts';
import { compare } from '../core/compare.ts';
import { createCustomers, customerStatements, statementOf } from '../core/customers.ts';
import type { Contender, Rounds } from '../core/interleave.ts';
import { startProgram } from '../core/node-program.ts';
import { productContenders } from '../core/product-contenders.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';
import { benchBudget, incompleteServices } from './budget.ts';
import type { BareRead } from './bare-read.ts';

interface ReadBench {
  readonly title: string;
  readonly plan: Rounds;
  /** The path that the request with this number reads. */
  readonly path: (ids: readonly string[], number: number) => string;
  /** Whether its parts are left out one at a time. */
  readonly hasBudget: boolean;
}

/** One customer by its id, and what each part of that costs. */
export function benchRead({ concurrency = 16 }: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  return bench(say, {
    title: 'GET a customer by id',
    plan: { rounds: 25, warmUpRounds: 5, requestsPerRound: 1_500, concurrency },
    path: (ids, number) => `/api/v1/customers/${ids[number % ids.length]}`,
    hasBudget: true,
  });
}

/** The first page of fifty customers. */
export function benchList({ concurrency = 16 }: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  return bench(say, {
    title: 'GET a list of 50 customers',
    plan: { rounds: 25, warmUpRounds: 8, requestsPerRound: 400, concurrency },
    path: () => '/api/v1/customers?pageSize=50',
    hasBudget: false,
  });
}

const customers = 1_000;

function bench(say: (line: string) => void, { title, plan, path, hasBudget }: ReadBench): Promise<BenchOutcome> {
  return onPlatform({ say, beside: hasBudget ? incompleteServices : [] }, async (platform) => {
    const [tenant] = await createTenants(platform, 1);
    if (!tenant) {
      throw new Error('There is no tenant to read from.');
    }
    const origin = await platform.origin('public-api');
    const ids = await createCustomers(origin, tenant, customers);
    const bare = await startProgram(new URL('./bare-read.ts', import.meta.url), {
      url: await platform.sqlUrl('public-api'),
      get: statementOf(tenant, customerStatements.get),
      list: statementOf(tenant, customerStatements.list.first),
      listColumns: pageColumns(customerStatements.list),
      clientId: tenant.clientId,
      userId: tenant.userId,
    } satisfies BareRead);
    const request = (number: number) => ({
      method: 'GET' as const,
      path: path(ids, number),
      headers: { authorization: `Bearer ${tenant.token}` },
    });
    try {
      const contenders = [
        {
          name: 'bare Express + pg',
          origin: bare.origin,
          processes: { Node: bare.pid, PostgreSQL: await platform.pid('postgres') },
        },
        ...(await productContenders(platform)),
      ].map((contender): Contender => ({ ...contender, status: 200, request }));
      const compared = await compare({ title, contenders, plan, counted: ['Node', 'PostgreSQL'] });
      if (!hasBudget) {
        return compared;
      }
      const budget = await benchBudget(platform, { status: 200, request });
      return {
        document: { ...compared.document, budget: budget.document },
        text: `${compared.text}\n\n${budget.text}`,
      };
    } finally {
      await bare.stop();
    }
  });
}
