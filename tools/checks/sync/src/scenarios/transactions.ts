import { setTimeout as delay } from 'node:timers/promises';
import { withSqlWriter } from '../nemesis/sql-writer.ts';
import type { Scenario } from '../scenario.ts';
import { everyClient, type Stage } from '../stage.ts';

/** Effects that transactions may have on clients that read meanwhile. */
export const transactionScenarios: readonly Scenario[] = [
  {
    name: 'held-after-its-stamp',
    title:
      'a transaction that stamped and sleeps: its tenant waits, another does not, and a client that read meanwhile gets it after',
    set: 'short',
    run: heldAfterItsStamp,
  },
  {
    name: 'idle-before-its-first-write',
    title: 'no client misses a transaction that reads and sleeps before it writes, or writes again after a savepoint',
    set: 'short',
    run: idleBeforeItsFirstWrite,
  },
  {
    name: 'aborted-after-its-stamp',
    title:
      'a write that was rolled back, ran into its timeout or waited too long for the lock is nowhere, and delays no other',
    set: 'short',
    run: abortedAfterItsStamp,
  },
];

async function heldAfterItsStamp(stage: Stage): Promise<void> {
  const [work, other] = [await stage.workload(), await stage.workload()];
  await withSqlWriter(stage.platform, work.tenant, async (transaction) => {
    const clients = everyClient({ crashes: 0 }).map((plan) => work.client(plan));
    await work.writer().create();
    await transaction.begin();
    await transaction.create();
    stage.fault('a transaction holds its stamp', work);
    const waiting = work.writer().create();
    await Promise.all(clients.map((client) => client.round()));
    const began = performance.now();
    await other.writer().create();
    const otherMs = performance.now() - began;
    const isWaiting = await Promise.race([waiting.then(() => false), delay(200, true)]);
    stage.expect(isWaiting, 'a write of the same tenant did not wait for the transaction before it');
    stage.expect(otherMs < 1_000, `a write of another tenant took ${otherMs.toFixed(0)} ms`);
    await Promise.all(clients.map((client) => client.round()));
    await transaction.commit();
    await waiting;
    stage.figure('another tenant’s write', `${otherMs.toFixed(0)} ms`);
  });
  await stage.judge(work);
  await stage.judge(other);
}

async function idleBeforeItsFirstWrite(stage: Stage): Promise<void> {
  const work = await stage.workload();
  work.startWriters(3, { pauseMs: 30 });
  work.startClients(everyClient());
  await withSqlWriter(stage.platform, work.tenant, async (transaction) => {
    for (let left = stage.scaled(3); left > 0; left -= 1) {
      await transaction.begin();
      await transaction.sql.query('select count(*) from cell.member');
      stage.fault('a transaction is idle before it writes', work);
      await work.writes(20);
      await transaction.create();
      await transaction.commit();
      await transaction.begin();
      await transaction.stamp();
      await transaction.sql.query('savepoint before');
      await transaction.create(5);
      await transaction.sql.query('rollback to before');
      await transaction.create();
      await delay(100);
      await transaction.commit();
      await work.rounds(1);
    }
  });
  await stage.judge(work);
}

async function abortedAfterItsStamp(stage: Stage): Promise<void> {
  const work = await stage.workload();
  work.startWriters(3, { pauseMs: 30 });
  work.startClients(everyClient());
  await withSqlWriter(stage.platform, work.tenant, (transaction) =>
    withSqlWriter(stage.platform, work.tenant, async (impatient) => {
      for (let left = stage.scaled(3); left > 0; left -= 1) {
        await transaction.begin();
        await transaction.create(3);
        stage.fault('a transaction stamped and is rolled back', work);
        await impatient.sql.query("set lock_timeout = '50ms'");
        const refusal = await impatient.create().then(
          () => 'none',
          (error: { code: string }) => error.code,
        );
        stage.expect(refusal === '55P03', `waiting for the lock ended in ${refusal}`);
        await transaction.rollback();
        await transaction.begin();
        await transaction.create(3);
        await transaction.sql.query("set local statement_timeout = '50ms'");
        const timeout = await transaction.refusalOf('select pg_sleep(5)');
        stage.expect(timeout === '57014', `a statement over its time ended in ${timeout}`);
        await transaction.rollback();
        await work.writes(10);
        await work.rounds(1);
      }
    }),
  );
  await stage.judge(work);
}
