import type { RunningPlatform, TemporaryPlatform } from '@rapport/testbed';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants } from '../core/bench-tenants.ts';
import { pageColumns } from '../core/page-columns.ts';
import { comparing, type CheckoutBench } from '../core/comparing/compare-checkouts.ts';
import { compare } from '../core/comparing/compare.ts';
import type { Contender, Rounds } from '../core/comparing/interleave.ts';
import { startProgram, type NodeProgram } from '../core/node-program.ts';
import { productContenders } from '../core/comparing/product-contenders.ts';
import { benchedResources, type BenchedResource } from '../core/records/benched-resources.ts';
import { sentText, statementsOf } from '../core/records/statements.ts';
import type { BenchFigures, BenchOutcome, BenchWord, CheckoutWord } from '../core/word.ts';
import { benchBudget, incompleteServices } from './budget.ts';
import type { BareRead } from './bare-read.ts';

interface ReadBench {
  readonly title: (of: BenchedResource) => string;
  readonly plan: CheckoutBench['plan'];
  /** The path that the request with this number reads. */
  readonly path: (of: BenchedResource, number: number) => string;
  /** Whether its parts are left out one at a time. */
  readonly hasBudget: boolean;
}

/** One record by its id, and what each part of that costs for a customer. */
const oneRecord: ReadBench = {
  title: ({ one }) => `GET ${one} by id`,
  plan: ({ concurrency = 16, rounds = 25 }) => ({ rounds, warmUpRounds: 5, requestsPerRound: 1_500, concurrency }),
  path: ({ resource, ids }, number) => `/api/v1/${resource}/${ids[number % ids.length]}`,
  hasBudget: true,
};

/** The first page of fifty records. */
const firstPage: ReadBench = {
  title: ({ one }) => `GET a list of 50, each ${one}`,
  plan: ({ concurrency = 16, rounds = 25 }) => ({ rounds, warmUpRounds: 8, requestsPerRound: 400, concurrency }),
  path: ({ resource }) => `/api/v1/${resource}?pageSize=50`,
  hasBudget: false,
};

export const benchRead: BenchWord = (figures, say) => bench(figures, say, oneRecord);
export const benchList: BenchWord = (figures, say) => bench(figures, say, firstPage);
export const readCheckouts = checkoutsOf(oneRecord);
export const listCheckouts = checkoutsOf(firstPage);

const records = 1_000;

function bench(figures: BenchFigures, say: (line: string) => void, read: ReadBench): Promise<BenchOutcome> {
  const plan = read.plan(figures);
  return onPlatform({ say, beside: read.hasBudget ? incompleteServices : [] }, async (platform) => {
    const outcomes: BenchOutcome[] = [];
    const [customers, ...others] = await resourcesOf(platform);
    for (const benched of customers ? [customers, ...others] : []) {
      outcomes.push(await compareReads(platform, benched, read, plan));
    }
    if (read.hasBudget && customers) {
      outcomes.push(await benchBudget(platform, { status: 200, request: requestsOf(customers, read) }, plan.rounds));
    }
    return {
      document: { compared: outcomes.map(({ document }) => document) },
      text: outcomes.map(({ text }) => text).join('\n\n'),
    };
  });
}

function checkoutsOf(read: ReadBench): CheckoutWord {
  return comparing({
    plan: read.plan,
    requestsOn: async (platform) =>
      (await resourcesOf(platform)).map((benched) => ({
        title: read.title(benched),
        service: 'public-api',
        status: 200,
        request: requestsOf(benched, read),
      })),
  });
}

async function resourcesOf(platform: RunningPlatform): Promise<BenchedResource[]> {
  const [tenant] = await createTenants(platform, 1);
  if (!tenant) {
    throw new Error('There is no tenant to read from.');
  }
  return benchedResources(platform, tenant, records);
}

async function compareReads(
  platform: TemporaryPlatform,
  benched: BenchedResource,
  read: ReadBench,
  plan: Rounds,
): Promise<BenchOutcome> {
  const bare = await startBare(platform, benched);
  try {
    const servers = [
      {
        name: 'bare Express + pg',
        origin: bare.origin,
        processes: { Node: bare.pid, PostgreSQL: await platform.pid('postgres') },
      },
      ...(await productContenders(platform)),
    ];
    const request = requestsOf(benched, read);
    const contenders = servers.map((server): Contender => ({ ...server, status: 200, request }));
    return await compare({
      title: read.title(benched),
      contenders,
      plan,
      counted: ['Node', 'PostgreSQL'],
    });
  } finally {
    await bare.stop();
  }
}

function requestsOf(benched: BenchedResource, { path }: ReadBench): Contender['request'] {
  const headers = { authorization: `Bearer ${benched.tenant.token}` };
  return (number) => ({ method: 'GET', path: path(benched, number), headers });
}

async function startBare(platform: TemporaryPlatform, { tenant, resource }: BenchedResource): Promise<NodeProgram> {
  const { get, list } = statementsOf[resource];
  return startProgram(new URL('./bare-read.ts', import.meta.url), {
    url: await platform.sqlUrl('public-api'),
    path: `/api/v1/${resource}`,
    get: sentText(tenant, get),
    list: sentText(tenant, list.first),
    listColumns: pageColumns(list),
    clientId: tenant.clientId,
    userId: tenant.userId,
  } satisfies BareRead);
}
