import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { BenchTenant } from '../core/bench-tenants.ts';

export interface WriteReport {
  readonly answered: number;
  readonly refused: number;
  /** The time from the moment at which a write was due to its answer, in milliseconds. */
  readonly latencies: readonly number[];
}

interface Tally {
  answered: number;
  refused: number;
  readonly latencies: number[];
}

const tickMs = 10;
const connections = 64;

/**
 * Creates and updates records at a fixed rate. A write is sent when it is due, even while others wait for their
 * answers, so a platform that falls behind shows it. Each second write of a tenant changes the record that it created
 * last.
 */
export async function writeAtPace(
  baseUrl: string,
  tenants: readonly BenchTenant[],
  perSecond: number,
  seconds: number,
): Promise<WriteReport> {
  const pool = new Pool(baseUrl, { connections, pipelining: 1 });
  const tally: Tally = { answered: 0, refused: 0, latencies: [] };
  const lastIds = new Map<BenchTenant, string>();
  const running = new Set<Promise<void>>();
  const total = perSecond * seconds;
  const start = performance.now();
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1_000) * perSecond));
    for (; sent < due; sent += 1) {
      const tenant = tenants[sent % tenants.length];
      if (tenant === undefined) {
        throw new Error('There is no tenant to write to.');
      }
      const write = writeOne(pool, tenant, lastIds, start + (sent / perSecond) * 1_000, tally);
      running.add(write);
      void write.finally(() => running.delete(write));
    }
    await delay(tickMs);
  }
  await Promise.all(running);
  await pool.close();
  return tally;
}

async function writeOne(
  pool: Pool,
  tenant: BenchTenant,
  lastIds: Map<BenchTenant, string>,
  dueAt: number,
  tally: Tally,
): Promise<void> {
  const id = lastIds.get(tenant);
  lastIds.delete(tenant);
  const { statusCode, body } = await pool.request({
    method: id === undefined ? 'POST' : 'PUT',
    path: id === undefined ? '/api/v1/customers' : `/api/v1/customers/${id}`,
    headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: `Customer ${tally.answered}`,
      email: 'someone@bench.example',
      description: 'x'.repeat(100),
    }),
  });
  const text = await body.text();
  tally.latencies.push(performance.now() - dueAt);
  if (statusCode >= 300) {
    tally.refused += 1;
    return;
  }
  tally.answered += 1;
  if (id === undefined) {
    lastIds.set(tenant, (JSON.parse(text) as { id: string }).id);
  }
}
