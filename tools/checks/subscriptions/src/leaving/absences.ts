import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { deletionSteps } from '@rapport/kinds';
import { until, type Say } from '@rapport/testbed';
import type { CountedPlatform, SubscriptionRuns } from '../plays/counted-platform.ts';
import { keepAway } from '../plays/cells.ts';
import { HeldSteps } from './held-steps.ts';
import { LeavingTenant } from './leaving-tenant.ts';

/** By the themes of their plays. The server of control has the first cell too, so the tenants are in the second one. */
export const absences: Readonly<Record<string, SubscriptionRuns>> = {
  'control-away': withoutServer('control', 'postgres'),
  'cell-away': withoutServer('the cell', 'postgres-2'),
  'redis-away': withoutServer('Redis', 'redis'),
};

function withoutServer(called: string, server: string): SubscriptionRuns {
  const title = (how: string): string =>
    `where ${called} is ${how} at each step, one export is made and is whole, and each deletion has one complete proof`;
  return {
    [title('frozen')]: (on, say) => goWithout(on, server, 'freeze', say),
    [title('killed')]: (on, say) => goWithout(on, server, 'kill', say),
  };
}

async function goWithout(on: CountedPlatform, server: string, way: Way, say: Say): Promise<void> {
  const held = new HeldSteps(on.platform);
  const away: Away = () => goAway(on, server, way, held);
  try {
    await deleteWithout(on, held, away, say);
    for (const [moment, meet] of Object.entries(momentsOfExports)) {
      const tenant = await LeavingTenant.make(on.platform, 'cell-2', 4_000);
      const exportId = await meet(tenant, away, held);
      assert.equal(await tenant.fetched(exportId), null, moment);
      const made = (await tenant.exports()).map(({ state }) => state);
      assert.deepEqual(made, ['ready'], moment);
      say(`        an export was ${moment}`);
    }
  } finally {
    await held.letGo();
  }
}

async function deleteWithout({ platform }: CountedPlatform, held: HeldSteps, away: Away, say: Say): Promise<void> {
  const going = await Promise.all(erasingSteps.map(() => LeavingTenant.make(platform, 'cell-2')));
  const last = await LeavingTenant.make(platform, 'cell-2');
  for (const [at, tenant] of going.entries()) {
    await held.hold(tenant.params, erasingSteps[at] ?? '');
  }
  await Promise.all([...going, last].map((tenant) => tenant.delete()));
  await Promise.all(going.map((tenant, at) => untilHeldAt(tenant, erasingSteps[at] ?? '')));
  await away();
  say('        each erasing step of a deletion was held');
  await held.hold(last.params, 'proof');
  await untilHeldAt(last, 'proof');
  await away();
  say('        the proof of a deletion was held');
  await Promise.all([...going, last].map((tenant) => tenant.expectProof()));
}

type Way = 'freeze' | 'kill';
type Away = () => Promise<void>;

/** The moments of an export in which something is away. Each gives the id of the export. */
const momentsOfExports: Readonly<
  Record<string, (tenant: LeavingTenant, away: Away, held: HeldSteps) => Promise<string>>
> = {
  ordered: async (tenant, away) => {
    const [exportId] = await Promise.all([delay(beginningMs).then(() => tenant.order()), away()]);
    return exportId;
  },
  begun: (tenant, away, held) => whileHeld(tenant, 'begun', away, held),
  copied: async (tenant, away) => {
    const exportId = await tenant.order();
    const isRunning = async (): Promise<boolean> => (await tenant.find(exportId)).state !== 'queued';
    await until(isRunning, 60_000, () => 'an export has not begun');
    await away();
    return exportId;
  },
  'made ready': (tenant, away, held) => whileHeld(tenant, 'ready', away, held),
  fetched: async (tenant, away) => {
    const exportId = await tenant.order();
    await tenant.fetched(exportId);
    await Promise.all([delay(beginningMs).then(() => tenant.fetched(exportId)), away()]);
    return exportId;
  },
};

async function whileHeld(tenant: LeavingTenant, step: string, away: Away, held: HeldSteps): Promise<string> {
  await held.hold(tenant.params, step);
  const exportId = await tenant.order();
  await untilHeldAt(tenant, 'files');
  await away();
  return exportId;
}

async function untilHeldAt(tenant: LeavingTenant, step: string): Promise<void> {
  const isHeld = async (): Promise<boolean> => (await tenant.failedAt()) === step;
  await until(isHeld, 180_000, () => `nothing was held at the step ${step}`);
}

/** Every step that is held goes on while the server is away. */
async function goAway({ processes }: CountedPlatform, server: string, way: Way, held: HeldSteps): Promise<void> {
  const victims = await processes.of(server);
  assert.equal(victims.length, 1);
  const back = new AbortController();
  const killing = way === 'kill' ? keepAway(processes, server, back.signal) : undefined;
  if (way === 'freeze') {
    await processes.freeze(victims);
  }
  // A frozen server of control answers this when it goes on.
  const letGo = held.letGo();
  await delay(awayMs);
  back.abort();
  await killing;
  await processes.thaw(victims);
  await processes.untilReady();
  await letGo;
}

const erasingSteps = deletionSteps.filter((step) => step !== 'access');
const beginningMs = 1_000;
const awayMs = 8_000;
