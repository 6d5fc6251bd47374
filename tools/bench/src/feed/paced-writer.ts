import { Caller, openLoop } from '@rapport/testbed';
import type { BenchTenant } from '../core/bench-tenants.ts';

export interface WriteReport {
  readonly answered: number;
  readonly refused: number;
  /** The time from the moment at which a write was due to its answer, in milliseconds. */
  readonly latencies: readonly number[];
}

const connections = 64;

/**
 * Creates and updates records at a fixed rate. Each second write of a tenant changes the record that it created last.
 */
export async function writeAtPace(
  baseUrl: string,
  tenants: readonly BenchTenant[],
  perSecond: number,
  seconds: number,
): Promise<WriteReport> {
  const caller = new Caller({ connections });
  const latencies: number[] = [];
  let refused = 0;
  const lastIds = new Map<BenchTenant, string>();
  const write = async (number: number, dueAt: number): Promise<void> => {
    const tenant = tenants[number % tenants.length];
    if (tenant === undefined) {
      throw new Error('There is no tenant to write to.');
    }
    const id = lastIds.get(tenant);
    lastIds.delete(tenant);
    const { status, text, endedAt } = await caller.send({
      origin: baseUrl,
      method: id === undefined ? 'POST' : 'PUT',
      path: id === undefined ? '/api/v1/customers' : `/api/v1/customers/${id}`,
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Customer ${number}`, email: 'someone@bench.example', description: filler }),
    });
    if (status === 0) {
      throw new Error(`A write got no answer: ${text}`);
    }
    latencies.push(endedAt - dueAt);
    if (status >= 300) {
      refused += 1;
    } else if (id === undefined) {
      lastIds.set(tenant, (JSON.parse(text) as { id: string }).id);
    }
  };
  await openLoop(write, { perSecond, count: perSecond * seconds }).ended;
  await caller.close();
  return { answered: latencies.length - refused, refused, latencies };
}

const filler = 'x'.repeat(100);
