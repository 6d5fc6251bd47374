import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { callOf } from '../call.ts';
import { Connection } from '../wire/connection.ts';
import { RolePassword } from '../wire/role-password.ts';
import { Database } from '../database.ts';
import { statement, type Sent, type Statement } from '../statements/statement.ts';
import { databasesOfFile, holdTransaction } from '../testing/index.ts';
import type { DatabaseTimes } from '../times.ts';

const context = { trace: { traceId: 'test', traceparent: '' } };
const backend = statement('backend_of', 'select pg_backend_pid() as pid');
const slowBackend = statement('slow_backend_of', 'select pg_backend_pid() as pid from pg_sleep(:seconds)');
const connections = 3;

const databases = await databasesOfFile();
let database: Database | undefined;
afterEach(async () => {
  await database?.close();
  database = undefined;
});

/**
 * Asks which server process serves a tenant. The statement names no schema, so none has to be there. A connection may
 * take long on a busy machine, and an affinity is held as long as a test needs it, so their times have room.
 */
function pool(times: Partial<DatabaseTimes> = {}, poolSize = connections) {
  const patient = { postgresConnectMs: 10_000, tenantWriteMs: 60_000 };
  const made = databases.connect('rapport_public_api', { poolSize, times: { ...patient, ...times } });
  database = made;
  return async (number: number, which: Sent = backend): Promise<number> => {
    const [row] = await made.tenant({ number, cell: 'cell' }).query<{ pid: number }>(context, which);
    return row?.pid ?? 0;
  };
}

/** A transaction that uses the connection of the tenant's affinity until it is told to end. */
function holdAffinity(number: number): Promise<{ end(): Promise<void> }> {
  if (database === undefined) {
    throw new Error('There is no pool whose affinity is held.');
  }
  return holdTransaction(context, database.tenant({ number, cell: 'cell' }));
}

test('one connection serves a tenant as long as its statements come one by one, and tenants are spread evenly', async () => {
  const pidOf = pool();
  for (const step of [1, 2, 3, 10]) {
    const numbers = Array.from({ length: 30 }, (_, index) => 1 + index * step);
    const first = new Map<number, number>();
    for (const number of numbers) {
      first.set(number, await pidOf(number));
    }
    const shares = [...Map.groupBy(first.values(), (pid) => pid).values()].map((tenants) => tenants.length);
    expect(shares).toHaveLength(connections);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(7);
    for (const number of numbers.toReversed()) {
      expect(await pidOf(number)).toBe(first.get(number));
    }
  }
});

test('half of the connections serve a tenant with many reads at once', async () => {
  const pidOf = pool({ postgresAffinityMs: 5_000 }, 2 * connections);
  const pids = await Promise.all([1, 2, 3, 4, 5, 6].map(() => pidOf(1, slowBackend.with({ seconds: 0.05 }))));
  expect(new Set(pids).size).toBe(connections);
  expect(await pidOf(1)).toBe(pids[0]);
});

test('connections that were opened together get old one by one', async () => {
  const lifetimeMs = 30 * 60_000;
  const poolSize = 20;
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const times = { connectionLifetimeMs: lifetimeMs, postgresConnectMs: 10_000 };
    const made = databases.connect('rapport_public_api', { poolSize, times });
    database = made;
    const pids = async (): Promise<number[]> => {
      const asked = Array.from({ length: poolSize }, () =>
        made.cell('cell').query<{ pid: number }>(context, slowBackend.with({ seconds: 0.1 })),
      );
      return (await Promise.all(asked)).map(([row]) => row?.pid ?? 0);
    };
    const opened = new Set(await pids());
    const left = async (): Promise<number> => (await pids()).filter((pid) => opened.has(pid)).length;
    expect(opened.size).toBe(poolSize);
    vi.advanceTimersByTime(0.74 * lifetimeMs);
    expect(await left()).toBe(poolSize);
    vi.advanceTimersByTime(0.135 * lifetimeMs);
    expect(await left()).toBeLessThan(poolSize);
    expect(await left()).toBeGreaterThan(0);
    vi.advanceTimersByTime(0.13 * lifetimeMs);
    expect(await left()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("a statement waits for the connection of its tenant's affinity that is in use, although other connections are idle", async () => {
  const pidOf = pool({ postgresAffinityMs: 5_000 });
  const [own] = [await pidOf(1), await pidOf(2), await pidOf(3)];
  const busy = pidOf(1, slowBackend.with({ seconds: 0.2 }));
  const [waited] = await Promise.all([pidOf(4), busy]);
  expect(waited).toBe(own);
});

test('a statement whose affinity is held up goes elsewhere, and later ones do not wait for it at all', async () => {
  const affinityMs = 3_000;
  const pidOf = pool({ postgresAffinityMs: affinityMs });
  const [own] = [await pidOf(1), await pidOf(2), await pidOf(3)];
  const held = await holdAffinity(1);
  expect(await pidOf(4)).not.toBe(own);
  const start = performance.now();
  expect(await pidOf(9)).not.toBe(own);
  expect(performance.now() - start).toBeLessThan(affinityMs);
  await held.end();
  expect(await pidOf(4)).toBe(own);
});

test('when all connections are in use and affinities are held up, the next one that becomes free serves the statement that waits', async () => {
  const pidOf = pool({ postgresAffinityMs: 50 });
  const pids = [await pidOf(1), await pidOf(2), await pidOf(3)];
  const [first, second, third] = [await holdAffinity(1), await holdAffinity(2), await holdAffinity(3)];
  const waiting = pidOf(4);
  await pause(200);
  await third.end();
  expect(await waiting).toBe(pids[2]);
  await Promise.all([first.end(), second.end()]);
});

test('when the server takes no more connections, those that are there serve all tenants, also while they are in use', async () => {
  const pidOf = pool();
  const pid = await pidOf(1);
  const limitConnections = async (limit: number): Promise<void> => {
    const controlUrl = databases.administratorUrl('cell');
    const administrator = new Database({ controlUrl, cells: { cell: controlUrl } });
    const name = new URL(controlUrl).pathname.slice(1);
    await administrator.cell('cell').script(context, 'limit', `alter database ${name} connection limit ${limit}`);
    await administrator.close();
  };
  await limitConnections(1);
  try {
    expect(await pidOf(2)).toBe(pid);
    expect(await Promise.all([pidOf(1, slowBackend.with({ seconds: 0.2 })), pidOf(2), pidOf(3)])).toEqual([
      pid,
      pid,
      pid,
    ]);
  } finally {
    await limitConnections(-1);
  }
});

test('a connection that ended is opened anew for its tenants', async () => {
  const pidOf = pool();
  const own = await pidOf(1);
  const other = await pidOf(2);
  const terminate = statement('end_session', 'select pg_terminate_backend(:own::int)');
  const administrator = new Database({
    controlUrl: databases.administratorUrl('control'),
    cells: { cell: databases.administratorUrl('cell') },
  });
  await administrator.cell('cell').query(context, terminate.with({ own }));
  await administrator.close();
  await expect.poll(() => pidOf(1).catch(() => own), { timeout: 10_000 }).not.toBe(own);
  expect(await pidOf(1)).not.toBe(other);
  expect(await pidOf(2)).toBe(other);
});

test('a connection keeps as much prepared as it may, and a statement that it meets for the first time then goes without a name', async () => {
  const prepared = statement(
    'prepared',
    `select string_agg(name, ' ' order by prepare_time) as names from pg_prepared_statements`,
  );
  const [one, two] = [longStatement('one'), longStatement('two')];
  const connection = await Connection.open(
    {
      url: databases.url('cell', 'rapport_public_api'),
      applicationName: 'test',
      connectMs: 10_000,
      statementTextMax: prepared.text.length + one.text.length,
    },
    () => undefined,
  );
  const send = async (which: Sent): Promise<unknown> =>
    (await connection.execute<{ names?: string; n?: number }>(callOf(which, 'objects'), 10_000))[0];
  await send(prepared);
  expect(await send(one)).toEqual({ n: 1 });
  expect(await send(two)).toEqual({ n: 1 });
  expect(await send(prepared)).toEqual({ names: 'prepared one' });
  expect(await send(two)).toEqual({ n: 1 });
  expect(await send(prepared)).toEqual({ names: 'prepared two' });
  await connection.close();
});

test('a password that the server does not know yet keeps no process out that came in with the former one', async () => {
  const administrator = new Database({
    controlUrl: databases.administratorUrl('control'),
    cells: { cell: databases.administratorUrl('cell') },
  });
  await administrator.control.query(
    context,
    statement('make_role', `create role changing login password 'former' in role rapport_public_api`),
  );
  const url = new URL(databases.url('cell', 'rapport_public_api'));
  [url.username, url.password] = ['changing', ''];
  let current = 'former';
  const password = new RolePassword(() => current);
  const open = async (by = password): Promise<void> => {
    const options = {
      url: url.href,
      password: by,
      applicationName: 'test',
      connectMs: 10_000,
      statementTextMax: 1_000,
    };
    await (await Connection.open(options, () => undefined)).close();
  };
  await open();
  current = 'next';
  await open();
  await expect(open(new RolePassword(() => current))).rejects.toThrow('no connection');
  await administrator.control.query(context, statement('alter_role', `alter role changing password 'next'`));
  await open();
  current = 'wrong';
  await open();
  await administrator.control.query(context, statement('alter_again', `alter role changing password 'third'`));
  await expect(open()).rejects.toThrow('no connection');
  await administrator.control.query(context, statement('drop_role', 'drop role changing'));
  await administrator.close();
});

function longStatement(name: string): Statement & Sent {
  return statement(name, `select 1 as n /* ${name} ${'x'.repeat(500)} */`);
}
