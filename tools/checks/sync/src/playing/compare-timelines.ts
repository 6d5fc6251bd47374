import { until } from '@rapport/testbed';
import { itemColumns, withoutTimes, type Model, type ModelItem } from '@rapport/testbed/model';
import type { World } from '../actors/world.ts';
import { expectSame } from './compare.ts';

/** Compares the items of all timelines of a tenant, in any order, once its changes have been moved. */
export async function compareTimelines({ platform, tenant }: World, { timelines }: Model): Promise<void> {
  const waiting = 'select from cell.outbox where tenant = $1 limit 1';
  await until(
    async () => (await platform.query(waiting, [tenant.number])).length === 0,
    movedMs,
    () => 'changes are still in the outbox',
  );
  const rows = await platform.query<ModelItem>(`select ${itemColumns} from ${tenant.schema}.timeline`);
  const found = withoutTimes(timelines.certain(rows)).map(textOf).toSorted();
  const expected = timelines.items.map(textOf).toSorted();
  const at = found.findIndex((text, index) => text !== expected[index]);
  expectSame('an item of a timeline', found[at], expected[at]);
  expectSame('the number of items in timelines', found.length, expected.length);
}

function textOf({ changes, ...item }: ModelItem): string {
  return JSON.stringify([sorted(item), changes && sorted(changes)]);
}

function sorted(members: object): unknown[] {
  return Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

const movedMs = 60_000;
