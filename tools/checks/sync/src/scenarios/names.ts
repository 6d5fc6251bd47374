import { setTimeout as delay } from 'node:timers/promises';
import { resourceNames } from '@rapport/testbed/model';
import { Copy } from '../actors/copy.ts';
import { Crowd } from '../actors/crowd.ts';
import { SalesTeam } from '../actors/sales-team.ts';
import { makeWorld, type Party, type World } from '../actors/world.ts';
import { judgeCopy, judgeNames, readLists } from '../history/judge-names.ts';
import type { Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import { untilNamesFollow } from '../until-names-follow.ts';

/** Records that show names of others, while those are renamed, get other owners, and move with their owners. */
export const nameScenarios: readonly Scenario[] = [
  {
    name: 'names-change-under-load',
    title:
      'whatever is renamed, given away, moved and deleted at once, each copy is the list, and each name is the name',
    set: 'short',
    run: (stage) => namesChange(stage, stage.scaled(400)),
  },
  {
    name: 'names-change-for-long',
    title: 'with fifty times as many writes each copy is the list, and each name is the name',
    set: 'all',
    run: (stage) => namesChange(stage, stage.scaled(20_000)),
  },
  {
    name: 'people-at-work',
    title: 'while people convert leads, win opportunities and rename customers, each copy is the list of a client',
    set: 'short',
    run: (stage) => peopleAtWork(stage, stage.scaled(200)),
  },
  {
    name: 'people-at-work-for-long',
    title: 'with twenty times as many writes beside people each copy is the list of a client',
    set: 'all',
    run: (stage) => peopleAtWork(stage, stage.scaled(4_000)),
  },
];

async function namesChange(stage: Stage, writes: number): Promise<void> {
  return copyWhile(stage, await makeWorld(stage.platform, await stage.tenant()), writes);
}

async function peopleAtWork(stage: Stage, writes: number): Promise<void> {
  const world = await makeWorld(stage.platform, await stage.tenant());
  const team = await SalesTeam.hire(stage.platform, world, 3);
  const working = new AbortController();
  const work = team.work(working.signal);
  await copyWhile(stage, world, writes, async () => {
    working.abort();
    await work;
  });
  stage.counts.writes += team.answers.get(200) ?? 0;
  stage.figure('conversions', String(team.converted));
  stage.expect(team.converted > 0, 'no lead was converted');
  expectNoFailure(stage, team.answers);
}

/** Clients write, and copy every resource meanwhile. In the end each copy is the list. */
async function copyWhile(stage: Stage, world: World, writes: number, end?: () => Promise<void>): Promise<void> {
  const crowd = new Crowd(world);
  const reading = new AbortController();
  const readers = world.parties.flatMap((party) =>
    resourceNames.map((resource) => keepCopying(party, resource, reading.signal)),
  );
  await crowd.write(writes, 3);
  await end?.();
  reading.abort();
  const copies = await Promise.all(readers);
  // The verdict says so where names do not follow.
  await untilNamesFollow(stage.platform, world.tenant, namesFollowMs).catch(() => undefined);
  stage.counts.writes += crowd.written;
  stage.figure('answers', [...crowd.answers].map(([status, count]) => `${count} x ${status}`).join(', '));
  expectNoFailure(stage, crowd.answers);
  for (const party of world.parties) {
    const lists = await readLists(party);
    stage.violations.push(...judgeNames(party, lists));
    for (const copy of copies.filter((one) => one.party === party)) {
      const last = await goOn(copy);
      stage.violations.push(...judgeCopy(last, lists));
      stage.counts.items += last.records.size;
    }
  }
}

function expectNoFailure(stage: Stage, answers: ReadonlyMap<number, number>): void {
  for (const status of answers.keys()) {
    stage.expect(status < 500 || status === 503, `a write was answered ${status}`);
  }
}

async function keepCopying(party: Party, resource: Copy['resource'], signal: AbortSignal): Promise<Copy> {
  let copy = await Copy.begin(party, resource);
  while (!signal.aborted) {
    copy = await goOn(copy);
    await delay(Math.random() * pauseMs);
  }
  return copy;
}

/** A copy begins again when its client came to see other records. */
async function goOn(copy: Copy): Promise<Copy> {
  const refusal = await copy.goOn();
  if (refusal === undefined || refusal.status === 503) {
    return copy;
  }
  if (refusal.body['code'] === 'updated_from_too_old') {
    return Copy.begin(copy.party, copy.resource);
  }
  throw new Error(`a read was answered ${refusal.status} ${JSON.stringify(refusal.body)}`);
}

const pauseMs = 100;
const namesFollowMs = 10_000;
