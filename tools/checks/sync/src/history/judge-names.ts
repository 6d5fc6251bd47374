import { isDeepStrictEqual } from 'node:util';
import { kinds, resourceNames, type Members, type ResourceName } from '@rapport/testbed/model';
import { Copy } from '../actors/copy.ts';
import type { Party } from '../actors/world.ts';
import { difference } from '../playing/compare.ts';
import type { Violation } from './history.ts';

/** All that a client's lists show. */
export type Lists = ReadonlyMap<ResourceName, ReadonlyMap<string, Members>>;

export async function readLists(party: Party): Promise<Lists> {
  const lists = new Map<ResourceName, ReadonlyMap<string, Members>>();
  for (const resource of resourceNames) {
    lists.set(resource, (await Copy.begin(party, resource)).records);
  }
  return lists;
}

/** A copy holds what the list shows, record by record and member by member. */
export function judgeCopy({ party, resource, records }: Copy, lists: Lists): Violation[] {
  const list = lists.get(resource) ?? new Map<string, Members>();
  return [...new Set([...records.keys(), ...list.keys()])]
    .filter((id) => !isDeepStrictEqual(records.get(id), list.get(id)))
    .map((id) => {
      const text = `${party.name} holds ${id}: ${difference(records.get(id) ?? {}, list.get(id) ?? {})}`;
      return { breach: 'missed', text, recordId: id };
    });
}

/** The name of another record is the one that it has in the client's own list, and null where the list has it not. */
export function judgeNames(party: Party, lists: Lists): Violation[] {
  return resourceNames.flatMap((resource) =>
    [...(lists.get(resource)?.values() ?? [])].flatMap((record) =>
      kinds[resource].references.flatMap(({ member, to, shownAs }): Violation[] => {
        const named = lists.get(to)?.get(String(record[member]));
        const name = named === undefined ? null : kinds[to].nameOf(named);
        if (record[shownAs] === name) {
          return [];
        }
        const text = `${party.name} sees the ${shownAs} ${String(record[shownAs])} where the record is called ${name}`;
        return [{ breach: 'stale name', text, recordId: String(record['id']) }];
      }),
    ),
  );
}
