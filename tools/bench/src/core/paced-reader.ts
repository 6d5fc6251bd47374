import { type AskedRequest, Caller, openLoop } from '@rapport/testbed';
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
  const caller = new Caller({ connections: 32 });
  const times: number[] = [];
  const read = async (number: number, dueAt: number): Promise<void> => {
    const { endedAt } = await caller.expect(readOf(origin, tenants[number % tenants.length], number), 200);
    times.push(endedAt - dueAt);
  };
  const reading = openLoop(read, { perSecond });
  try {
    await Promise.race([work, reading.ended]);
  } finally {
    await reading.stop();
    await caller.close();
  }
  return times;
}

function readOf(origin: string, tenant: FilledTenant | undefined, number: number): AskedRequest {
  const { ids, token } = tenant ?? { ids: { customers: [] }, token: '' };
  const path = `/api/v1/customers${number % 2 === 0 ? '' : `/${ids.customers[number % ids.customers.length] ?? ''}`}`;
  return { origin, method: 'GET', path, headers: { authorization: `Bearer ${token}` } };
}
