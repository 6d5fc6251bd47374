import { type LoadRequest, median, newSession, percentile, type Person, type RunningPlatform } from '@rapport/testbed';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants, type BenchTenant } from '../core/bench-tenants.ts';
import { comparing, type Requests } from '../core/comparing/compare-checkouts.ts';
import { RoundsOfLoad } from '../core/load.ts';
import { table } from '../core/table.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';
import { writeAtPace } from '../feed/paced-writer.ts';
import { addCrowd } from './crowded-records.ts';
import { namedSearches, type NamedSearch, type Viewer } from './named-searches.ts';

const underWay = 4;
const writesPerSecond = 50;
const writingSeconds = 3;

/** Measures searches of one large tenant, four under way at a time, beside fifty writes a second. */
export function benchSearch(figures: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  const { records = 1_000_000, requests = 100 } = figures;
  return onPlatform({ say }, async (platform) => {
    say(`Adding ${records} records of each kind`);
    const { tenant, searches } = await crowdedTenant(platform, records);
    const origin = await platform.origin('application-api');
    const measured: Measured[] = [];
    for (const search of searches) {
      measured.push(await measure(platform, tenant, origin, search, requests));
      say(line(measured.at(-1)).join('  '));
    }
    return describe(records, measured);
  });
}

/** The searches without the writes beside them, sent to two checkouts. */
export const searchCheckouts = comparing({
  plan: ({ rounds = 5, requests = 100 }) => ({ rounds, requestsPerRound: requests, concurrency: underWay }),
  requestsOn: async (platform, { records = 1_000_000 }) => (await crowdedTenant(platform, records)).searches,
});

/** A tenant with so many records of each kind, and the searches of its people. */
async function crowdedTenant(
  platform: RunningPlatform,
  records: number,
): Promise<{ readonly tenant: BenchTenant; readonly searches: readonly Requests[] }> {
  const [tenant] = await createTenants(platform, 1);
  if (!tenant) {
    throw new Error('There is no tenant to search in.');
  }
  const teamId = await tenant.tenant.team();
  const role = 'administrator';
  const own = await tenant.tenant.person({ role, dataScope: 'own' });
  const team = await tenant.tenant.person({ role, dataScope: 'team', teamId });
  const all = await tenant.tenant.person({ role, dataScope: 'all' });
  const crowd = await addCrowd(platform, tenant.schema, { own: own.userId, team: team.userId, teamId }, records);
  // A token lives shorter than the crowd takes.
  const accessOf = async (one: Person) => (await newSession(platform.baseUrl, one)).accessToken;
  const tokens = { own: await accessOf(own), team: await accessOf(team), all: await accessOf(all) };
  const searches = namedSearches(crowd.rareGroupId, crowd.rareCustomerId);
  return { tenant, searches: searches.map((search) => requestsOf(search, tokens)) };
}

function requestsOf({ name, path, viewer, body }: NamedSearch, tokens: Readonly<Record<Viewer, string>>): Requests {
  const request: LoadRequest = {
    method: body ? 'POST' : 'GET',
    path,
    headers: { authorization: `Bearer ${tokens[viewer]}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  };
  return { title: name, service: 'application-api', status: 200, request: () => request };
}

interface Measured {
  readonly name: string;
  /** Of the first requests, for which nothing is known of the search. */
  readonly first: number;
  readonly p50: number;
  readonly p95: number;
}

async function measure(
  platform: RunningPlatform,
  tenant: BenchTenant,
  origin: string,
  { title, status, request }: Requests,
  requests: number,
): Promise<Measured> {
  const loop = new RoundsOfLoad({ origin, status, request }, underWay);
  try {
    const first = await loop.run(underWay);
    const writer = await platform.origin('public-api');
    const [{ latencies }] = await Promise.all([
      loop.run(requests),
      writeAtPace(writer, [tenant], writesPerSecond, writingSeconds),
    ]);
    return { name: title, first: median(first.latencies), p50: median(latencies), p95: percentile(latencies, 0.95) };
  } finally {
    await loop.close();
  }
}

function describe(records: number, measured: readonly Measured[]): BenchOutcome {
  return {
    document: { records, underWay, writesPerSecond, searches: measured },
    text: [
      `${records} records of each kind, ${underWay} searches under way, ${writesPerSecond} writes a second`,
      'Goal for p95: 50 ms, at most 100; pipeline and summary 300',
      table(
        ['', 'first', 'p50', 'p95'],
        measured.map((each) => line(each)),
      ),
    ].join('\n'),
  };
}

function line(measured: Measured | undefined): string[] {
  return measured
    ? [measured.name, ...[measured.first, measured.p50, measured.p95].map((each) => `${each.toFixed(1)} ms`)]
    : [];
}
