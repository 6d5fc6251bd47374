import { median, percentile, type TemporaryPlatform } from '@rapport/testbed';
import pg from 'pg';
import { newPerson } from '../core/bench-person.ts';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants, type BenchTenant } from '../core/bench-tenants.ts';
import { ClosedLoop, type LoadRequest } from '../core/load.ts';
import { table } from '../core/table.ts';
import type { BenchOutcome, BenchWord } from '../core/word.ts';
import { statementCosts, type StatementCost } from './statement-costs.ts';

const underWay = 4;

/** The cost of the timeline for a write and a move, and the time that a page of a long one takes. */
export const benchTimeline: BenchWord = ({ items = 100_000, requests = 200, rounds = 15 }, say) =>
  onPlatform({ say, without: ['change-feed-worker'] }, async (platform) => {
    const [tenant] = await createTenants(platform, 1);
    if (!tenant) {
      throw new Error('There is no tenant with a timeline.');
    }
    say('Writing and moving changes');
    const costs = await statementCosts(platform, tenant, rounds);
    say(`Adding ${items} items`);
    const pages = await pageTimes(platform, tenant, items, requests);
    return describe(items, costs, pages);
  });

interface PageTime {
  readonly name: string;
  readonly p50: number;
  readonly p95: number;
}

async function pageTimes(
  platform: TemporaryPlatform,
  tenant: BenchTenant,
  items: number,
  requests: number,
): Promise<PageTime[]> {
  const { accessToken, id } = await newPerson(platform, { tenantId: tenant.tenant.id, role: 'administrator' });
  const customerId = await addItems(platform, tenant, id, items);
  const origin = await platform.origin('application-api');
  const times: PageTime[] = [];
  for (const [name, body] of Object.entries(pages)) {
    const request: LoadRequest = {
      method: 'POST',
      path: '/api/v1/customer-timeline/search',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ customerId, ...body }),
    };
    const loop = new ClosedLoop({ origin, status: 200, request: () => request }, underWay);
    try {
      await loop.run(underWay);
      const { latencies } = await loop.run(requests);
      times.push({ name, p50: median(latencies), p95: percentile(latencies, 0.95) });
    } finally {
      await loop.close();
    }
  }
  return times;
}

const pages = {
  'the first page': {},
  'the first page of 200': { pageSize: 200 },
  'the oldest first': { sortBy: 'occurredOnUtc', sortDirection: 'asc' },
  'the last page of the window': { pageNumber: 50, pageSize: 200 },
  'a type in every hundred': { types: ['leadConverted'] },
  'a type that there is not': { types: ['campaignResponse'] },
  'half of the time': { to: '2026-01-01T00:00:00Z' },
};

/** One customer with many items, most of them updates, a minute after each other. */
async function addItems(
  platform: TemporaryPlatform,
  { schema }: BenchTenant,
  actor: string,
  items: number,
): Promise<string> {
  const client = await platform.connect('administrator');
  const tables = pg.escapeIdentifier(schema);
  try {
    const { rows } = await client.query<{ id: string }>(`select id from ${tables}.customer order by code limit 1`);
    const [customer] = rows;
    await client.query(
      `insert into ${tables}.timeline (customer_id, occurred_on, id, item_type, source_id, title, actor, changes)
       select $1, timestamptz '2026-01-01' + (n - $3::int / 2) * interval '1 minute', uuidv7(),
         case when n % 100 = 0 then 'leadConverted' when n % 3 = 0 then 'activity' else 'customerUpdated' end,
         $1, 'Lindqvist & Söner Industri AB', $2, '{"phone": ["+46 8 123 45 67", "+46 8 123 45 68"], "email": [null, "a@b.example"]}'
       from generate_series(1, $3::int) n`,
      [customer?.id, actor, items],
    );
    await client.query(`vacuum analyze ${tables}.timeline`);
    return customer?.id ?? '';
  } finally {
    await client.end();
  }
}

function describe(items: number, costs: readonly StatementCost[], times: readonly PageTime[]): BenchOutcome {
  const text = [
    'CPU of PostgreSQL for each change; at most 15 % more for a write and 60 % for a move, goals 8 and 40 %',
    table(
      ['', 'without us', 'with us', 'ratio'],
      costs.map((cost) => [cost.name, cost.without.toFixed(0), cost.with.toFixed(0), cost.ratio.toFixed(2)]),
    ),
    '',
    `A timeline of ${items} items, ${underWay} searches under way; at most 50 ms at p95, goal 20`,
    table(
      ['', 'p50', 'p95'],
      times.map(({ name, p50, p95 }) => [name, `${p50.toFixed(1)} ms`, `${p95.toFixed(1)} ms`]),
    ),
  ].join('\n');
  return { document: { items, underWay, costs, pages: times }, text };
}
