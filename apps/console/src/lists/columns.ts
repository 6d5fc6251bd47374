import { typeOf } from '../values/value-types.ts';
import { listOf } from './records.ts';

/** The members that have a place in a table: what a search shows, and is short. The first column is the name already. */
export function columnsOf(list: string): readonly string[] {
  const { items, members } = listOf(list);
  return Object.entries(members)
    .filter(([name, member]) => items.includes(name) && typeOf(member).isShort && !inNames.has(name))
    .map(([name]) => name);
}

const inNames: ReadonlySet<string> = new Set([
  'name',
  'subject',
  'firstName',
  'lastName',
  'title',
  'label',
  'memberName',
]);
