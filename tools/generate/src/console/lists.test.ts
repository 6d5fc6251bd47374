import { isBeside, kinds, type AnyKind } from '@rapport/kinds';
import { expect, test } from 'vitest';
import { listsOfConsole } from './lists.ts';

const lists = listsOfConsole() as Readonly<
  Record<string, { readonly members: Readonly<Record<string, { readonly type: string }>> }>
>;
const shown = Object.entries<AnyKind>(kinds).filter(([name]) => name in lists);

test.each(shown)('each member of %s stands in the list of the console, by the type of its value', (name, kind) => {
  // A number that names a record in the place of an id is shown as little as an id is.
  const members = Object.entries(kind.members).filter(([member, own]) => !isBeside(own) && member !== 'number');
  const types = members.map(([member]) => [member, lists[name]?.members[member]?.type ?? 'missing']);
  expect(types.filter(([, type]) => type === 'missing' || type === 'part')).toEqual([]);
});
