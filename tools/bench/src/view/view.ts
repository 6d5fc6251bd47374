import { setTimeout as delay } from 'node:timers/promises';
import { median, percentile } from '@rapport/testbed';
import { Pool } from 'undici';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants } from '../core/bench-tenants.ts';
import { fillTenants, type FilledTenant } from '../core/records/filled-tenants.ts';
import { table } from '../core/table.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';
import { addChanges, createOnlooker, type Onlooker } from './crowded-tenant.ts';

const others = 8;
const customersEach = 100;
const rounds = 7;
const readsPerRound = 600;
const readsPerSecond = 100;

/** Measures the pages of a client that sees three changes of its feed, and what they cost other tenants' reads. */
export function benchView(figures: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  const changes = figures['changes'] ?? 2_000_000;
  return onPlatform({ say }, async (platform) => {
    const [crowded, ...tenants] = await createTenants(platform, 1 + others);
    if (!crowded) {
      throw new Error('There is no tenant.');
    }
    const origin = await platform.origin('public-api');
    const onlooker = await createOnlooker(platform, crowded.tenant);
    say(`Adding ${changes} changes`);
    await addChanges(platform, crowded, onlooker, changes);
    const filled = await fillTenants(origin, tenants, { customers: customersEach });
    return describe(changes, await measure(origin, onlooker, filled));
  });
}

interface Followed {
  readonly pages: number[];
  readonly items: number[];
}

interface Measured {
  readonly followed: Followed;
  /** The median of each round's reads of other tenants, alone and beside the client that follows the feed. */
  readonly alone: number[];
  readonly beside: number[];
}

/** Measures alone and beside in alternation, so that other work of the machine meets both alike. */
async function measure(origin: string, onlooker: Onlooker, tenants: readonly FilledTenant[]): Promise<Measured> {
  const pool = new Pool(origin, { connections: 32, pipelining: 1 });
  const measured: Measured = { followed: { pages: [], items: [] }, alone: [], beside: [] };
  try {
    await readAtPace(pool, tenants);
    for (let round = 0; round < rounds; round += 1) {
      measured.alone.push(median(await readAtPace(pool, tenants)));
      const stop = new AbortController();
      const following = follow(pool, onlooker, measured.followed, stop.signal);
      measured.beside.push(median(await readAtPace(pool, tenants)));
      stop.abort();
      await following;
    }
  } finally {
    await pool.close();
  }
  return measured;
}

/** Reads the feed from its beginning to its end, again and again. */
async function follow(pool: Pool, { token }: Onlooker, { pages, items }: Followed, signal: AbortSignal): Promise<void> {
  const isOver = (): boolean => signal.aborted;
  while (!isOver()) {
    let found = 0;
    let cursor: string | null = '';
    while (cursor !== null && !isOver()) {
      const start = performance.now();
      const path = `/api/v1/changes/customers?pageSize=50${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page = JSON.parse(await get(pool, path, token)) as { data: unknown[]; nextCursor: string | null };
      pages.push(performance.now() - start);
      found += page.data.length;
      cursor = page.nextCursor;
    }
    if (cursor === null) {
      items.push(found);
    }
  }
}

/** Reads single customers and pages of fifty in alternation, each when it is due; gives how long each took. */
async function readAtPace(pool: Pool, tenants: readonly FilledTenant[]): Promise<number[]> {
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const start = performance.now();
  for (let sent = 0; sent < readsPerRound; sent += 1) {
    await delay(Math.max(0, start + (sent / readsPerSecond) * 1_000 - performance.now()));
    running.push(readOne(pool, tenants[sent % tenants.length], sent, times));
  }
  await Promise.all(running);
  return times;
}

async function readOne(pool: Pool, tenant: FilledTenant | undefined, sent: number, times: number[]): Promise<void> {
  if (!tenant) {
    throw new Error('There is no tenant to read from.');
  }
  const { ids, token } = tenant;
  const isList = Math.floor(sent / others) % 2 === 0;
  const start = performance.now();
  await get(pool, `/api/v1/customers${isList ? '' : `/${ids.customers[sent % ids.customers.length] ?? ''}`}`, token);
  times.push(performance.now() - start);
}

async function get(pool: Pool, path: string, token: string): Promise<string> {
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await body.text();
  if (statusCode !== 200) {
    throw new Error(`GET ${path} was answered with ${statusCode}: ${text}`);
  }
  return text;
}

function describe(changes: number, { followed, alone, beside }: Measured): BenchOutcome {
  const { pages, items } = followed;
  const quantiles = { p50: median(pages), p99: percentile(pages, 0.99), longest: percentile(pages, 1) };
  const ratio = median(beside.map((value, round) => value / (alone[round] ?? value)));
  const ofOthers = { alone: median(alone), beside: median(beside), ratio };
  const rows = [['a page of the feed', ms(quantiles.p50), ms(quantiles.p99), ms(quantiles.longest)]];
  const text = [
    `A client that sees 3 of ${changes} changes follows the feed: ${pages.length} pages, ${items.length} whole reads of ${[...new Set(items)].join(' and ')} items`,
    table(['', 'p50', 'p99', 'longest'], rows),
    `Reads of other tenants, ${readsPerSecond} a second, in ${rounds} rounds: p50 ${ms(ofOthers.alone)} alone, ${ms(ofOthers.beside)} meanwhile, ${ratio.toFixed(2)} times`,
  ].join('\n');
  return {
    document: { changes, pages: { count: pages.length, ...quantiles }, wholeReads: items, others: ofOthers },
    text,
  };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
