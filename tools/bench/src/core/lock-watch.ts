import { advisoryLocks } from '@rapport/database';
import { closedLoop, type TemporaryPlatform } from '@rapport/testbed';

/** For how long each transaction held a tenant's lock while the work ran, in milliseconds, as far as a poll each millisecond sees it. */
export async function watchLock(
  platform: TemporaryPlatform,
  tenantNumber: number,
  work: Promise<unknown>,
): Promise<number[]> {
  const client = await platform.connect('administrator');
  const held: number[] = [];
  let holder: string | undefined;
  let since = 0;
  const poll = async (): Promise<void> => {
    const { rows } = await client.query<{ transaction: string }>({ ...findHeld, values: [tenantNumber] });
    const now = performance.now();
    if (rows[0]?.transaction !== holder) {
      if (holder !== undefined) {
        held.push(now - since);
      }
      holder = rows[0]?.transaction;
      since = now;
    }
  };
  const polling = closedLoop(poll, { pauseMs: 1 });
  try {
    await work;
  } finally {
    await polling.stop().finally(() => client.end());
  }
  return held;
}

const findHeld = {
  name: 'who_holds_the_lock',
  text: `select virtualtransaction as transaction from pg_locks
    where locktype = 'advisory' and granted and classid = ${advisoryLocks.tenantWrites} and objid = $1`,
};
