import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { closedLoop, until, type Say } from '@rapport/testbed';
import fc from 'fast-check';
import type { CountedPlatform, SubscriptionRuns } from '../plays/counted-platform.ts';
import { LeavingTenant } from './leaving-tenant.ts';

/** The moments are drawn: from all time, from that in which a deletion is held, and from that in which an export is made. */
export function crashes(count: number, seed: number): SubscriptionRuns {
  const title = `${count} crashes of both subscription services leave whole exports, or failed ones where two met one, and a proof of each deletion`;
  return { [title]: (on, say) => crash(on, count, seed, say) };
}

async function crash(on: CountedPlatform, count: number, seed: number, say: Say): Promise<void> {
  const { platform, processes } = on;
  say(`        the moments are drawn with --seed ${seed}`);
  const staying = await Promise.all(cells.map((cell) => LeavingTenant.make(platform, cell, 20_000)));
  const taken = { whole: 0, failed: 0 };
  const taking = staying.map((tenant) => closedLoop(() => takeAlong(tenant, taken)));
  const going: LeavingTenant[] = [];
  const moments = fc.sample(fc.noBias(fc.integer({ min: 0, max: 999 })), { seed, numRuns: count });
  for (const [at, moment] of moments.entries()) {
    const leaving = await Promise.all(cells.map((cell) => LeavingTenant.make(platform, cell)));
    await Promise.all(leaving.map((tenant) => tenant.order().then(() => tenant.delete())));
    going.push(...leaving);
    const { from, within } = kindsOfMoments[at % kindsOfMoments.length] ?? assert.fail('no kind of moments');
    await until(
      async () => from === null || (await platform.query(from, [], 'administrator of control')).length > 0,
      60_000,
      () => 'nothing is under way that a crash could strike',
    );
    await delay((moment * within) / 1_000);
    const struck = await platform.query(underWay, [], 'administrator of control');
    const victims = await processes.of('subscription-service');
    assert.equal(victims.length, 2);
    await processes.kill(victims);
    say(`        crash ${at + 1} struck ${JSON.stringify(struck[0])}`);
    await processes.untilReady(victims);
  }
  await Promise.all(taking.map((loop) => loop.stop()));
  for (const tenant of staying) {
    assert.equal(await tenant.fetched(await tenant.order()), null);
  }
  await Promise.all(going.map((tenant) => tenant.expectProof()));
  say(`        ${JSON.stringify({ ...taken, deleted: going.length })}`);
}

/** One that failed met two crashes, and another one is ordered. */
async function takeAlong(tenant: LeavingTenant, taken: { whole: number; failed: number }): Promise<void> {
  const failure = await tenant.fetched(await tenant.order());
  if (failure === null) {
    taken.whole += 1;
    return;
  }
  assert.match(failure, /ended twice in the middle/);
  taken.failed += 1;
}

const cells = ['cell-1', 'cell-2'];

const isHeld = `from control.cell_work where kind = 'deletion' and held_by is not null`;
const isMade = `from control.export where state = 'running' and open_attempts > 0`;

const kindsOfMoments = [
  { from: null, within: 8_000 },
  { from: `select ${isHeld}`, within: 300 },
  { from: `select ${isMade}`, within: 1_000 },
];

const underWay = `select (select count(*)::int ${isHeld}) as "deletionsHeld", (select count(*)::int ${isMade}) as "exportsMade",
  (select count(*)::int from control.tenant where state = 'deleting') as deleting`;
