import type { TemporaryPlatform } from '@rapport/testbed';
import type { Breach } from './history/history.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';
import { incompleteRecoveries } from './scenarios/servers/restore.ts';

/** A rule of the product, the service without it, and the scenario that must find what a client misses then. */
export interface RemovedRule {
  readonly name: string;
  /** The behaviour of the product without the rule. */
  readonly title: string;
  readonly replaced: Readonly<Record<string, string>>;
  readonly scenario: Scenario;
  /** The promises whose breach shows it. */
  readonly shows: readonly Breach[];
  /** Makes what the replaced service needs and no migration makes. */
  readonly prepare?: (platform: TemporaryPlatform) => Promise<void>;
}

export const removedRules: readonly RemovedRule[] = [
  readsAndWrites('lock', 'stamps without the tenant’s lock', 'idle-before-its-first-write', ['missed']),
  readsAndWrites('later-millisecond', 'stamps that share a millisecond', 'clock-far-behind', ['missed']),
  readsAndWrites('watermark-of-the-log', 'a watermark from the wall clock', 'idle-before-its-first-write', ['missed']),
  readsAndWrites('next-millisecond', 'a watermark that is not above', 'writers-and-clients', ['watermark too low']),
  readsAndWrites('outbox', 'a feed that does not look into the outbox', 'own-writes', ['missed']),
  readsAndWrites('view-numbers', 'first pages that ignore the view’s number', 'view-changes-during-a-read', ['missed']),
  readsAndWrites('end-of-scan', 'a feed that ends where it stopped scanning', 'few-of-many-changes', ['missed']),
  readsAndWrites('fan-out', 'names that no record follows', 'names-change-under-load', ['stale name']),
  readsAndWrites('purged-stamp', 'a feed that goes on inside a purged stamp', 'purge-inside-a-stamp', ['missed']),
  {
    ...without('names-in-steps', 'steps that leave the names of their record as they are', 'people-at-work'),
    replaced: { 'application-api': 'tools/checks/sync/src/without/names-in-steps.ts' },
    shows: ['stale copy'],
  },
  {
    ...without('newest-item', 'a purge that takes the newest item too', 'everything-is-older-than-the-retention'),
    replaced: { 'change-feed-worker': 'tools/checks/sync/src/without/newest-item.ts' },
    shows: ['watermark back', 'own write missing'],
  },
  {
    ...without('delete-with-insert', 'a change that leaves the outbox before it is in the feed', 'writers-and-clients'),
    replaced: { 'change-feed-worker': 'tools/checks/sync/src/without/delete-with-insert.ts' },
    shows: ['missed', 'watermark back'],
    prepare: makeRoomOnTheWay,
  },
  ...incompleteRecoveries.map((recovery) => ({ ...recovery, replaced: {} })),
];

function readsAndWrites(name: string, title: string, scenario: string, shows: readonly Breach[]): RemovedRule {
  return {
    ...without(name, title, scenario),
    replaced: { 'public-api': `tools/checks/sync/src/without/${name}.ts` },
    shows,
  };
}

function without(name: string, title: string, scenario: string): Pick<RemovedRule, 'name' | 'title' | 'scenario'> {
  const played = scenarios.find((candidate) => candidate.name === scenario);
  if (played === undefined) {
    throw new Error(`there is no scenario ${scenario}`);
  }
  return { name, title, scenario: played };
}

/** Makes the table that holds changes which have left the outbox and are not yet in the feed. */
async function makeRoomOnTheWay(platform: TemporaryPlatform): Promise<void> {
  await platform.query(
    'create table cell.on_its_way (like cell.outbox); grant select, insert, delete on cell.on_its_way to rapport_change_feed_worker',
  );
}
