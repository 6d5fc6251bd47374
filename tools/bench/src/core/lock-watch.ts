import { setTimeout as delay } from 'node:timers/promises';
import { advisoryLocks } from '@rapport/database';
import type { TemporaryPlatform } from '@rapport/testbed';

/** For how long each transaction held a tenant's lock while the work ran, in milliseconds, as far as a poll each millisecond sees it. */
export async function watchLock(
  platform: TemporaryPlatform,
  tenantNumber: number,
  work: Promise<unknown>,
): Promise<number[]> {
  const client = await platform.connect('administrator');
  const held: number[] = [];
  let isOver = false;
  const ending = work.finally(() => (isOver = true));
  let holder: string | undefined;
  let since = 0;
  try {
    while (!(isOver as boolean)) {
      const { rows } = await client.query<{ transaction: string }>({ ...findHeld, values: [tenantNumber] });
      const now = performance.now();
      if (rows[0]?.transaction !== holder) {
        if (holder !== undefined) {
          held.push(now - since);
        }
        holder = rows[0]?.transaction;
        since = now;
      }
      await delay(pollMs);
    }
    await ending;
  } finally {
    await client.end();
  }
  return held;
}

const pollMs = 1;
const findHeld = {
  name: 'who_holds_the_lock',
  text: `select virtualtransaction as transaction from pg_locks
    where locktype = 'advisory' and granted and classid = ${advisoryLocks.tenantWrites} and objid = $1`,
};
