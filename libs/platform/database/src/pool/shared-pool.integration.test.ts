import type { CallContext } from '@rapport/kernel';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../database.ts';
import { ReadRefused } from '../failures.ts';
import { statement } from '../statements/statement.ts';
import { advisoryHold, databasesOfFile } from '../testing/index.ts';

const trace = { traceId: 'test', traceparent: '' };
const quick = statement('test_quick', 'select 1 as n');
const { hold, endHold, meetHold, waiters } = advisoryHold(3);

const databases = await databasesOfFile();
let made: Database;
let begun: Promise<unknown>[] = [];
const owner = databases.connect('rapport_owner', { poolSize: 1 });
afterEach(async () => {
  await owner.control.query({ trace }, endHold);
  await Promise.allSettled(begun.splice(0));
  await made.close();
});

/** A caller of a tenant, or of none. */
function callerOf(number?: number): CallContext {
  return number === undefined ? { trace } : { trace, tenant: { id: 'any', number, cell: 'cell' } };
}

/** Statements and transactions, in alternation, that go on until the test has ended. It returns when so many are under way. */
async function holdAll(caller: CallContext, underWay: number): Promise<void> {
  await owner.control.query({ trace }, hold);
  begun = Array.from({ length: 100 }, (_, n) =>
    n % 2 === 0
      ? made.control.query(caller, meetHold)
      : made.control.transaction(caller, (sql) => sql.query(caller, meetHold)),
  );
  begun.forEach((one) => void one.catch(() => undefined));
  await expect.poll(() => owner.control.query({ trace }, waiters), { timeout: 10_000 }).toEqual([{ n: underWay }]);
}

test('the callers of one tenant take three of ten connections to control, and keep no other caller waiting', async () => {
  made = databases.connect('rapport_application_api', { poolSize: 10, times: { tenantReadMs: 30_000 } });
  await holdAll(callerOf(1), 3);
  for (const caller of [callerOf(2), callerOf(3), callerOf()]) {
    expect(await made.control.query(caller, quick)).toEqual([{ n: 1 }]);
    expect(await made.control.transaction(caller, (sql) => sql.query(caller, quick))).toEqual([{ n: 1 }]);
  }
});

test('a statement that waits for too long among those of its tenant is refused, and may be sent again', async () => {
  made = databases.connect('rapport_application_api', { poolSize: 10, times: { tenantReadMs: 100 } });
  await holdAll(callerOf(1), 3);
  for (const late of begun.slice(3)) {
    await expect(late).rejects.toBeInstanceOf(ReadRefused);
  }
});

test('a small pool gives a tenant two connections', async () => {
  made = databases.connect('rapport_application_api', { poolSize: 3, times: { tenantReadMs: 30_000 } });
  await holdAll(callerOf(1), 2);
});

test('what lets callers in has connections of its own', async () => {
  made = databases.connect('rapport_application_api', { poolSize: 10 });
  await holdAll(callerOf(), 10);
  expect(await made.admission.query(callerOf(), quick)).toEqual([{ n: 1 }]);
});
