import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import versions from '../../templates/versions.json' with { type: 'json' };
import { SchemaWatch, type SchemaVersions } from './schema-watch.ts';

interface Answering {
  answer: () => Promise<SchemaVersions>;
}

const current =
  (version: number, tenantsBehind: readonly number[] = []) =>
  (): Promise<SchemaVersions> =>
    Promise.resolve({ version, tenantsBehind, tenantsFailed: 0, turns: {} });
const away = (): Promise<never> => Promise.reject(new Error('connect ECONNREFUSED'));
const notGranted = (): Promise<never> =>
  Promise.reject(
    Object.assign(new pg.DatabaseError('permission denied for schema control', 1, 'error'), { code: '42501' }),
  );

function watch(control: Answering, cells: Readonly<Record<string, Answering>>) {
  const said: string[] = [];
  const log = (fields: object, message: string): void =>
    void said.push(`${String(Object.values(fields)[0])}: ${message}`);
  const watched = new SchemaWatch(
    () => control.answer(),
    new Map(Object.entries(cells).map(([name, cell]) => [name, () => cell.answer()])),
    { info: log, warn: log },
  );
  let isStarted = false;
  void watched.start().then(() => (isStarted = true));
  onTestFinished(() => watched.stop());
  return { watched, said, isStarted: () => isStarted };
}

const soon = { timeout: 10_000, interval: 10 };

test('a process waits for control, says so once, and is ready when control has the schema that it needs', async () => {
  const control: Answering = { answer: away };
  const { watched, said, isStarted } = watch(control, { one: { answer: current(versions.cell) } });
  await vi.waitUntil(() => said.length === 2, soon);
  control.answer = notGranted;
  await vi.waitUntil(() => said.length === 3, soon);
  control.answer = current(versions.control - 1);
  await sleep(1_100);
  expect([watched.isReady, isStarted()]).toEqual([false, false]);
  control.answer = current(versions.control);
  await vi.waitUntil(isStarted, soon);
  expect(watched.isReady).toBe(true);
  expect(said.filter((line) => line.startsWith('control'))).toEqual([
    'control: the database does not answer',
    'control: the database is older than this program, which waits for its migrations',
    'control: the database has the schema that this program needs',
  ]);
});

test('a cell that is away keeps no process from starting, and one that is older does', async () => {
  const cells = { one: { answer: away }, two: { answer: current(versions.cell - 1) } };
  const { watched, said, isStarted } = watch({ answer: current(versions.control) }, cells);
  await vi.waitUntil(() => said.length === 3, soon);
  expect([watched.isReady, isStarted()]).toEqual([false, false]);
  cells.two.answer = current(versions.cell);
  await vi.waitUntil(isStarted, soon);
});

test('a cell that becomes older is being brought back: it takes no process out, and refuses its tenants alone', async () => {
  const cells = { one: { answer: current(versions.cell) }, two: { answer: current(versions.cell) } };
  const { watched, isStarted } = watch({ answer: current(versions.control) }, cells);
  await vi.waitUntil(isStarted, soon);
  cells.one.answer = notGranted;
  await vi.waitUntil(() => watched.isBehind({ cell: 'one', number: 1 }), soon);
  expect([watched.isReady, watched.isBehind({ cell: 'two', number: 1 })]).toEqual([true, false]);
  cells.one.answer = current(versions.cell);
  await vi.waitUntil(() => !watched.isBehind({ cell: 'one', number: 1 }), soon);
});

test('what goes away later takes no process out, and a newer schema is no obstacle', async () => {
  const control: Answering = { answer: current(versions.control + 7) };
  const { watched, isStarted } = watch(control, {});
  await vi.waitUntil(isStarted, soon);
  control.answer = away;
  await sleep(50);
  expect(watched.isReady).toBe(true);
});

test('the tenants of a cell that are older than the program are known before a process is ready', async () => {
  const answered = Promise.withResolvers<SchemaVersions>();
  const slow: Answering = { answer: () => answered.promise };
  const { watched, isStarted } = watch(
    { answer: current(versions.control) },
    { one: slow, two: { answer: current(versions.cell, [7]) } },
  );
  await sleep(50);
  expect(isStarted()).toBe(false);
  expect([7, 8].map((number) => watched.isBehind({ cell: 'two', number }))).toEqual([true, false]);
  answered.resolve({ version: versions.cell, tenantsBehind: [9], tenantsFailed: 0, turns: {} });
  await vi.waitUntil(isStarted, soon);
  expect([7, 9].map((number) => watched.isBehind({ cell: 'one', number }))).toEqual([false, true]);
});

test('tenants of a cell that lacks more turns than two are refused until it has caught up, and those of another are not', async () => {
  const turns = (counted: Readonly<Record<string, number>>) => (): Promise<SchemaVersions> =>
    Promise.resolve({ version: 1_000, tenantsBehind: [], tenantsFailed: 0, turns: counted });
  const lost: Answering = { answer: turns({ lost: 7 }) };
  const control = { answer: turns({ lost: 10, late: 10, unseen: 10 }) };
  const { watched, isStarted } = watch(control, {
    lost,
    late: { answer: turns({ late: 8 }) },
    unseen: { answer: away },
  });
  await vi.waitUntil(isStarted, soon);
  const refused = ['lost', 'late', 'unseen'].filter((cell) => watched.isBehind({ cell, number: 1 }));
  expect(refused).toEqual(['lost']);
  expect([...watched.turnsLost()].map(([, value]) => value)).toEqual([3, 2, 0]);
  lost.answer = turns({ lost: 10 });
  await vi.waitUntil(() => !watched.isBehind({ cell: 'lost', number: 1 }), soon);
});
