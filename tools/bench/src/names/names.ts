import { setTimeout as delay } from 'node:timers/promises';
import { median, percentile, type TemporaryPlatform } from '@rapport/testbed';
import pg from 'pg';
import { onPlatform } from '../core/bench-platform.ts';
import { createTenants, type BenchTenant } from '../core/bench-tenants.ts';
import { bodyOf } from '../core/records/bodies.ts';
import { createRecords, type NewRecord } from '../core/records/create-records.ts';
import { fillTenant, type FilledTenant } from '../core/records/filled-tenants.ts';
import { table } from '../core/table.ts';
import type { BenchFigures, BenchOutcome } from '../core/word.ts';
import { writeAtPace } from '../feed/paced-writer.ts';

const writesPerSecond = 50;
const seconds = 5;
const pollMs = 5;

/** Measures a rename of a customer whose name many records show, and what other writes notice of it. */
export function benchNames(figures: BenchFigures, say: (line: string) => void): Promise<BenchOutcome> {
  const { contacts = 10_000, opportunities = 2_000, rounds = 5 } = figures;
  return onPlatform({ say }, async (platform) => {
    const [renamed, other] = await createTenants(platform, 2);
    if (!renamed || !other) {
      throw new Error('Two tenants are needed.');
    }
    say(`making ${contacts} contacts and ${opportunities} opportunities of one customer`);
    const shown = await makeBearers(await platform.origin('public-api'), renamed, { contacts, opportunities });
    const measured: Measured = { answered: [], stamped: [], before: noWrites(), meanwhile: noWrites() };
    await writeOf(platform, [renamed, other]);
    for (let round = 0; round < rounds; round += 1) {
      add(measured.before, await writeOf(platform, [renamed, other]));
      const writing = writeOf(platform, [renamed, other]);
      await delay(500);
      const { answeredMs, stampedMs } = await rename(platform, shown, `Renamed ${round}`);
      measured.answered.push(answeredMs);
      measured.stamped.push(stampedMs);
      add(measured.meanwhile, await writing);
    }
    return describe({ contacts, opportunities, rounds }, measured);
  });
}

/** Latencies of the tenant whose customer is renamed, and of another tenant, in milliseconds. */
interface Writes {
  readonly same: number[];
  readonly other: number[];
}

interface Measured {
  readonly answered: number[];
  readonly stamped: number[];
  readonly before: Writes;
  readonly meanwhile: Writes;
}

async function makeBearers(
  origin: string,
  tenant: BenchTenant,
  count: { readonly contacts: number; readonly opportunities: number },
): Promise<FilledTenant> {
  const filled = await fillTenant(origin, tenant, { customers: 1 });
  const { token, ids } = filled;
  for (const resource of ['contacts', 'opportunities'] as const) {
    const records = Array.from({ length: count[resource] }, (_, number): NewRecord => {
      return { token, resource, body: bodyOf(resource, number, ids) };
    });
    await createRecords(origin, records);
  }
  return filled;
}

async function writeOf({ baseUrl }: TemporaryPlatform, [same, other]: [BenchTenant, BenchTenant]): Promise<Writes> {
  const [ofSame, ofOther] = await Promise.all(
    [same, other].map((tenant) => writeAtPace(baseUrl, [tenant], writesPerSecond, seconds)),
  );
  return { same: [...(ofSame?.latencies ?? [])], other: [...(ofOther?.latencies ?? [])] };
}

/** Renames the customer; gives the time to the answer, and the time until no record shows the former name. */
async function rename(
  platform: TemporaryPlatform,
  { ids, token, schema }: FilledTenant,
  name: string,
): Promise<{ answeredMs: number; stampedMs: number }> {
  const client = await platform.connect('administrator');
  try {
    const start = performance.now();
    const answer = await fetch(`${platform.baseUrl}/api/v1/customers/${ids.customers[0]}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...bodyOf('customers', 0, ids), name }),
    });
    const text = await answer.text();
    const answeredMs = performance.now() - start;
    if (answer.status !== 200) {
      throw new Error(`The rename was answered with ${answer.status}: ${text}`);
    }
    const open = 'select from cell.fan_out where tenant = $1 limit 1';
    while ((await client.query(open, [Number(schema.slice(1))])).rowCount !== 0) {
      await delay(pollMs);
    }
    const stampedMs = performance.now() - start;
    await expectName(client, schema, name);
    return { answeredMs, stampedMs };
  } finally {
    await client.end();
  }
}

async function expectName(client: pg.Client, schema: string, name: string): Promise<void> {
  for (const bearers of ['contact', 'opportunity']) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${pg.escapeIdentifier(schema)}.${bearers} where customer_name <> $1`,
      [name],
    );
    if (rows[0]?.n !== 0) {
      throw new Error(`${rows[0]?.n} rows of ${bearers} still show a former name.`);
    }
  }
}

function noWrites(): Writes {
  return { same: [], other: [] };
}

function add(to: Writes, { same, other }: Writes): void {
  to.same.push(...same);
  to.other.push(...other);
}

function describe(
  { contacts, opportunities, rounds }: { contacts: number; opportunities: number; rounds: number },
  { answered, stamped, before, meanwhile }: Measured,
): BenchOutcome {
  const rows = [
    ['the same tenant, before', before.same],
    ['the same tenant, meanwhile', meanwhile.same],
    ['another tenant, before', before.other],
    ['another tenant, meanwhile', meanwhile.other],
  ] as const;
  const quantiles = Object.fromEntries(rows.map(([name, times]) => [name, quantilesOf(times)]));
  const all = contacts + opportunities;
  const text = [
    `A rename of a customer that ${contacts} contacts and ${opportunities} opportunities show, ${rounds} times, beside ${writesPerSecond} writes a second of each tenant`,
    `  answered after ${ms(median(answered))} (longest ${ms(Math.max(...answered))}), all stamped after ${ms(median(stamped))} (longest ${ms(Math.max(...stamped))}), ${((median(stamped) * 1_000) / all).toFixed(0)} us a record`,
    table(
      ['writes, due to answer', 'p50', 'p99', 'longest'],
      Object.entries(quantiles).map(([name, { p50, p99, longest }]) => [name, ms(p50), ms(p99), ms(longest)]),
    ),
  ].join('\n');
  return { document: { contacts, opportunities, rounds, answered, stamped, writes: quantiles }, text };
}

function quantilesOf(times: number[]): { p50: number; p99: number; longest: number } {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), longest: percentile(times, 1) };
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
