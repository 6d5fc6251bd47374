import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { advisoryLocks } from '../advisory-locks.ts';
import { statement } from '../statements/statement.ts';
import { databasesOfFile } from '../testing/index.ts';
import { Tap } from '../testing/tap.ts';

const context = { trace: { traceId: 'test', traceparent: '' } };
const worker = 'rapport_change_feed_worker';

const databases = await databasesOfFile();
let keys = 0;
/** A key for which no other test stands. */
function newKey(): number {
  keys += 1;
  return keys;
}

async function eventually<T>(ask: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== null) {
      return answer;
    }
    await pause(50);
  }
}

test('one of two leads, and the other one takes over when it resigns', async () => {
  const key = newKey();
  const [first, second] = [databases.connect(worker), databases.connect(worker)].map((database) =>
    database.candidate('cell', key),
  );
  const leader = await first?.stand(context);
  expect(leader).not.toBeNull();
  expect(await second?.stand(context)).toBeNull();
  expect(leader?.lost.aborted).toBe(false);
  await first?.close();
  expect(leader?.lost.aborted).toBe(true);
  expect(await second?.stand(context)).not.toBeNull();
  await second?.close();
});

test('a leader whose connection ends leads no longer, asks nothing on another connection, and may stand again', async () => {
  const key = newKey();
  const candidate = databases.connect(worker).candidate('cell', key);
  const leader = await candidate.stand(context);
  const owner = databases.connect('rapport_owner', { cells: { cell: databases.administratorUrl('cell') } });
  await owner.cell('cell').query(context, endLeaders.with({ key }));
  await expect(leader?.query(context, statement('still_there', 'select 1'))).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(leader?.lost.aborted).toBe(true);
  expect(await eventually(() => candidate.stand(context))).not.toBe(leader);
  await candidate.close();
});

test('a leader that has nothing to ask keeps the lock beyond the time after which the server gives it up', async () => {
  const key = newKey();
  const candidate = databases.connect(worker).candidate('cell', key);
  const leader = await candidate.stand(context);
  await pause(6_000);
  expect(leader?.lost.aborted).toBe(false);
  expect(await databases.connect(worker).candidate('cell', key).stand(context)).toBeNull();
  await candidate.close();
});

test('a leader that is cut off from the server is replaced, and what it asks when it is back is not done', async () => {
  const key = newKey();
  const owner = databases.connect('rapport_owner');
  await owner.cell('cell').script(context, 'test_marks', 'create table test_mark (made_by text)');
  const tap = await Tap.open(databases.url('cell', 'rapport_owner'));
  const candidate = databases.connect('rapport_owner', { cells: { cell: tap.url } }).candidate('cell', key);
  const leader = await candidate.stand(context);
  await leader?.query(context, makeMark.with({ madeBy: 'the leader' }));
  const other = databases.connect(worker).candidate('cell', key);
  tap.freeze();
  const began = performance.now();
  await eventually(() => other.stand(context));
  expect(performance.now() - began).toBeLessThan(20_000);
  tap.thaw();
  await expect(leader?.query(context, makeMark.with({ madeBy: 'the former leader' }))).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(leader?.lost.aborted).toBe(true);
  expect(await owner.cell('cell').query(context, readMarks)).toEqual([{ made_by: 'the leader' }]);
  await Promise.all([candidate.close(), other.close(), tap.close()]);
});

const makeMark = statement('test_make_mark', 'insert into test_mark (made_by) values (:madeBy)');
const readMarks = statement('test_read_marks', 'select made_by from test_mark');

const endLeaders = statement(
  'test_end_leaders',
  `select pg_terminate_backend(pid, 5000) from pg_locks
   where locktype = 'advisory' and classid = ${advisoryLocks.leading} and objid = :key::int
     and database = (select oid from pg_database where datname = current_database())`,
);
