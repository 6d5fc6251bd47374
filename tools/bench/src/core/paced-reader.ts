import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import type { FilledTenant } from './records/filled-tenants.ts';

/**
 * Reads single customers and pages of fifty in alternation, each when it is due, until the work is over. Gives how long
 * each took in milliseconds, from the moment at which it was due.
 */
export async function readDuring(
  origin: string,
  tenants: readonly FilledTenant[],
  perSecond: number,
  work: Promise<unknown>,
): Promise<number[]> {
  const pool = new Pool(origin, { connections: 32, pipelining: 1 });
  const times: number[] = [];
  const running: Promise<void>[] = [];
  let isOver = false;
  const ending = work.finally(() => (isOver = true));
  const start = performance.now();
  for (let sent = 0; !(isOver as boolean); sent += 1) {
    const dueAt = start + (sent / perSecond) * 1_000;
    await delay(Math.max(0, dueAt - performance.now()));
    running.push(
      readOne(pool, tenants[sent % tenants.length], sent).then(() => void times.push(performance.now() - dueAt)),
    );
  }
  await ending;
  await Promise.all(running);
  await pool.close();
  return times;
}

async function readOne(pool: Pool, tenant: FilledTenant | undefined, number: number): Promise<void> {
  const { ids, token } = tenant ?? { ids: { customers: [] }, token: '' };
  const path = `/api/v1/customers${number % 2 === 0 ? '' : `/${ids.customers[number % ids.customers.length] ?? ''}`}`;
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await body.text();
  if (statusCode !== 200) {
    throw new Error(`GET ${path} was answered with ${statusCode}: ${text}`);
  }
}
