import type { RunningPlatform, TemporaryPlatform, LoadRequest } from '@rapport/testbed';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants } from '../core/bench-tenants.ts';
import { comparing, type Requests } from '../core/comparing/compare-checkouts.ts';
import { compare } from '../core/comparing/compare.ts';
import { interleave, type Contender, type Rounds } from '../core/comparing/interleave.ts';
import { startProgram, type NodeProgram } from '../core/node-program.ts';
import { productContenders, type Server } from '../core/comparing/product-contenders.ts';
import { benchedResources, type BenchedResource } from '../core/records/benched-resources.ts';
import { createRecords } from '../core/records/create-records.ts';
import { sentText, statementsOf } from '../core/records/statements.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';
import type { BareWrite } from './bare-write.ts';
import { relayAndMove } from './relay-and-move.ts';

const requests = { requestsPerRound: 1_000, concurrency: 16 };
const warmUpRequestsMax = 4_000;
const records = 1_000;
const service = 'public-api';

/** Measures creates and updates without the worker, and then what the worker costs each change. */
export async function benchWrite({ rounds = 7 }: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  const outcomes = await onPlatform({ say, without: ['change-feed-worker'] }, (platform) =>
    compareWrites(platform, { ...requests, rounds }),
  );
  const moved = await relayAndMove(say);
  return {
    document: { writes: outcomes.map(({ document }) => document), relayAndMove: moved.document },
    text: [...outcomes, moved].map(({ text }) => text).join('\n\n'),
  };
}

/** The creates, updates and deletes, sent to two checkouts. */
export const writeCheckouts = comparing({
  without: ['change-feed-worker'],
  plan: checkoutPlan,
  requestsOn: async (platform, figures) => {
    const writes: Requests[] = [];
    for (const benched of await resourcesOf(platform)) {
      for (const { title, status, request } of writesOf(benched)) {
        writes.push({ title, service, status, request: (number) => request(title, number) });
      }
      writes.push(await deletesOf(platform, benched, checkoutPlan(figures)));
    }
    return writes;
  },
});

function checkoutPlan({ rounds = 7 }: BenchFigures): Required<Rounds> {
  return { ...requests, rounds, warmUpRounds: 4 };
}

/** Deletes of records that are there for this alone. */
async function deletesOf(
  platform: RunningPlatform,
  { resource, one, tenant: { token }, body }: BenchedResource,
  { rounds, warmUpRounds, requestsPerRound }: Required<Rounds>,
): Promise<Requests> {
  const records = Array.from({ length: (rounds + warmUpRounds) * requestsPerRound }, () => ({
    token,
    resource,
    body: { ...body(1), externalId: undefined },
  }));
  const ids = await createRecords(await platform.origin(service), records);
  return {
    title: `DELETE ${one}`,
    service,
    status: 204,
    request: (number) => ({
      method: 'DELETE',
      path: `/api/v1/${resource}/${ids[number]}`,
      headers: { authorization: `Bearer ${token}` },
    }),
  };
}

interface Write {
  readonly title: string;
  readonly status: number;
  /** The request with this number; a mark makes the requests of different contenders distinct. */
  readonly request: (mark: string, number: number) => LoadRequest;
}

async function compareWrites(platform: TemporaryPlatform, plan: Rounds): Promise<BenchOutcome[]> {
  const outcomes: BenchOutcome[] = [];
  for (const benched of await resourcesOf(platform)) {
    outcomes.push(...(await compareWritesOf(platform, benched, plan)));
  }
  return outcomes;
}

async function resourcesOf(platform: RunningPlatform): Promise<BenchedResource[]> {
  const [tenant] = await createTenants(platform, 1);
  if (!tenant) {
    throw new Error('There is no tenant to write to.');
  }
  return benchedResources(platform, tenant, records);
}

async function compareWritesOf(
  platform: TemporaryPlatform,
  benched: BenchedResource,
  plan: Rounds,
): Promise<BenchOutcome[]> {
  const warmUpRequests = Math.min(warmUpRequestsMax, plan.rounds * plan.requestsPerRound);
  const bare = await startBare(platform, benched);
  try {
    const outcomes: BenchOutcome[] = [];
    for (const { title, status, request } of writesOf(benched)) {
      const contenders = (await servers(platform, bare)).map((server, at): Contender => {
        let sent = 0;
        return { ...server, status, request: () => request(`${title} ${at}`, (sent += 1)) };
      });
      // The engine compiles code that runs often; the product has more of it, which takes some thousands of requests.
      await interleave(contenders, { ...plan, rounds: 0, requestsPerRound: warmUpRequests });
      outcomes.push(await compare({ title, contenders, plan, counted: ['Node', 'PostgreSQL'] }));
    }
    return outcomes;
  } finally {
    await bare.stop();
  }
}

function writesOf({ resource, one, tenant: { token }, ids, body }: BenchedResource): Write[] {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const plain = { ...body(1), externalId: undefined };
  const path = `/api/v1/${resource}`;
  return [
    {
      title: `POST ${one}`,
      status: 201,
      request: () => ({ method: 'POST', path, headers, body: JSON.stringify(plain) }),
    },
    {
      title: `POST ${one}, external id and Idempotency-Key`,
      status: 201,
      request: (mark, number) => ({
        method: 'POST',
        path,
        headers: { ...headers, 'idempotency-key': `"${mark} ${number}"` },
        body: JSON.stringify({ ...plain, externalId: `${mark} ${number}` }),
      }),
    },
    {
      title: `PUT ${one}`,
      status: 200,
      request: (mark, number) => {
        const at = number % ids.length;
        // Another name would be stamped on all that show it, which the bare server does not do.
        const changed = { ...body(at), externalId: undefined, description: `${mark} ${number}` };
        return { method: 'PUT', path: `${path}/${ids[at]}`, headers, body: JSON.stringify(changed) };
      },
    },
  ];
}

async function startBare(
  platform: TemporaryPlatform,
  { resource, tenant, definitions }: BenchedResource,
): Promise<NodeProgram> {
  const { creates, update } = statementsOf[resource];
  return startProgram(new URL('./bare-write.ts', import.meta.url), {
    url: await platform.sqlUrl('public-api'),
    path: `/api/v1/${resource}`,
    kept: sentText(tenant, creates.kept),
    plain: sentText(tenant, creates.plain),
    update: sentText(tenant, update),
    clientId: tenant.clientId,
    userId: tenant.userId,
    constants: {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
      scope: 'all',
      definitions: definitions.number,
      shownKeys: definitions.keys,
      cleared: [],
    },
    connections: 2,
  } satisfies BareWrite);
}

async function servers(platform: TemporaryPlatform, bare: NodeProgram): Promise<Server[]> {
  const processes = { Node: bare.pid, PostgreSQL: await platform.pid('postgres') };
  return [{ name: 'bare Express + pg', origin: bare.origin, processes }, ...(await productContenders(platform))];
}
