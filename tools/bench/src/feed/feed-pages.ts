import type { TemporaryPlatform } from '@rapport/testbed';
import type { BenchTenant } from '../core/bench-tenants.ts';
import { compare } from '../core/comparing/compare.ts';
import type { Contender, Rounds } from '../core/comparing/interleave.ts';
import { pageColumns } from '../core/page-columns.ts';
import { startProgram, type NodeProgram } from '../core/node-program.ts';
import type { ResourceName } from '../core/records/bodies.ts';
import { sentText, statementsOf } from '../core/records/statements.ts';
import type { BenchOutcome } from '../core/word.ts';
import type { BareFeed } from './bare-feed.ts';

const plan: Rounds = { rounds: 7, requestsPerRound: 1_500, concurrency: 16 };

/** The pages of a change feed as a client reads them: the first one since a time, and the one that follows it. */
export async function compareFeedPages(
  platform: TemporaryPlatform,
  tenant: BenchTenant,
  resource: ResourceName,
  updatedFrom?: string,
): Promise<BenchOutcome[]> {
  const origin = await platform.origin('public-api');
  const headers = { authorization: `Bearer ${tenant.token}` };
  const bare = await startBare(platform, tenant, resource);
  const PostgreSQL = await platform.pid('postgres');
  const contenders = [
    { name: 'bare Express + pg', origin: bare.origin, processes: { Node: bare.pid, PostgreSQL } },
    {
      name: 'Rapport',
      origin,
      processes: { Node: await platform.pid('public-api'), PostgreSQL, Redis: await platform.pid('redis') },
    },
  ];
  try {
    const outcomes: BenchOutcome[] = [];
    for (const { title, paths } of await readsOf(origin, headers, resource, updatedFrom)) {
      const reading = contenders.map((contender, at): Contender => {
        return { ...contender, status: 200, request: () => ({ method: 'GET', path: paths[at] ?? '', headers }) };
      });
      outcomes.push(await compare({ title, contenders: reading, plan, counted: ['Node', 'PostgreSQL'] }));
    }
    return outcomes;
  } finally {
    await bare.stop();
  }
}

interface FeedRead {
  readonly title: string;
  /** One path for each contender: the bare handler gets the position, which the product has in its cursor. */
  readonly paths: readonly [bare: string, product: string];
}

async function readsOf(
  origin: string,
  headers: Readonly<Record<string, string>>,
  resource: ResourceName,
  updatedFrom?: string,
): Promise<FeedRead[]> {
  const path = `/api/v1/changes/${resource}?pageSize=50`;
  const first = updatedFrom === undefined ? path : `${path}&updatedFrom=${encodeURIComponent(updatedFrom)}`;
  const page = await readPage(`${origin}${first}`, headers);
  const last = page.data.at(-1);
  if (!last || page.nextCursor === null) {
    throw new Error('The feed is too short for a second page.');
  }
  const position = new URLSearchParams({ time: last.occurredOnUtc, id: last.id, until: page.syncUntilUtc }).toString();
  return [
    { title: `GET the first page of 50 of the feed of ${resource}`, paths: [first, first] },
    {
      title: `GET the next page of 50 of the feed of ${resource}`,
      paths: [`${path}&${position}`, `${path}&cursor=${page.nextCursor}`],
    },
  ];
}

async function startBare(
  platform: TemporaryPlatform,
  tenant: BenchTenant,
  resource: ResourceName,
): Promise<NodeProgram> {
  const { changes } = statementsOf[resource];
  return startProgram(new URL('./bare-feed.ts', import.meta.url), {
    url: await platform.sqlUrl('public-api'),
    path: `/api/v1/changes/${resource}`,
    first: sentText(tenant, changes.first),
    next: sentText(tenant, changes.next),
    columns: pageColumns(changes),
    clientId: tenant.clientId,
    userId: tenant.userId,
  } satisfies BareFeed);
}

interface FeedPage {
  readonly data: readonly { readonly id: string; readonly occurredOnUtc: string }[];
  readonly nextCursor: string | null;
  readonly syncUntilUtc: string;
}

async function readPage(url: string, headers: Readonly<Record<string, string>>): Promise<FeedPage> {
  const response = await fetch(url, { headers });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`The feed was refused with ${response.status}: ${text}`);
  }
  return JSON.parse(text) as FeedPage;
}
