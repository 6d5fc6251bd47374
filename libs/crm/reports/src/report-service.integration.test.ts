import { Database } from '@rapport/database';
import { databasesOfFile, Tap } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { afterAll, expect, test } from 'vitest';
import { ReportService } from './report-service.ts';

const context = callerOf({ id: newId(), number: 1, cell: 'cell' });

const databases = await databasesOfFile();
await databases.createTenant(1);
const tap = await Tap.open(databases.url('cell', 'rapport_application_api'));
const database = new Database({
  controlUrl: databases.url('control', 'rapport_application_api'),
  cells: { cell: tap.url },
  poolSize: 4,
});
afterAll(async () => {
  await database.close();
  await tap.close();
});

test('while PostgreSQL is frozen a caller waits for one report, not for two, and reports are back when it goes on', async () => {
  const reports = new ReportService(database);
  const right = await reports.pipeline(context, {});
  // Four connections are open, so that a second read would find one that it has to wait for.
  const teams = [newId(), newId(), newId(), newId()];
  await Promise.all(teams.map((teamId) => reports.pipeline(context, { teamId })));
  tap.freeze();
  const from = performance.now();
  const callers = Array.from({ length: 5 }, () => reports.pipeline(context, {}));
  const outcomes = await Promise.allSettled(callers);
  expect(performance.now() - from).toBeLessThan(longestMs);
  const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'service_unavailable' }) as unknown };
  expect(outcomes).toEqual(callers.map(() => refused));
  tap.thaw();
  tap.cut();
  expect(await reports.pipeline(context, {})).toBe(right);
});

/** The deadline of a query, and room for a machine that has other work. */
const longestMs = 8_000;
