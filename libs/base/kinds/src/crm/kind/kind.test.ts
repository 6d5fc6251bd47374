import { text } from '@rapport/members';
import { expect, test } from 'vitest';
import { kind, synchronisedKind } from './kind.ts';
import { nameOf, reference } from './relations.ts';

const spec = {
  resource: { name: 'things', number: 99, table: 'thing' },
  called: { one: 'a thing', many: 'things' },
  about: 'Things.',
};
const owner = { name: text(200), parentId: reference({ table: 'thing', noun: 'thing' }) };
const search = { words: [], filters: [], sorts: [] };

test('a kind that names a member that it lacks does not compile', () => {
  const fitting = kind({ ...spec, members: { ...owner, parentName: nameOf('parentId', 'the parent') }, search });
  // @ts-expect-error There is no ownerId whose name could be shown.
  const ofNothing = kind({ ...spec, members: { ...owner, ownerName: nameOf('ownerId', 'the owner') }, search });
  // @ts-expect-error There is no code in which words could be looked for.
  const wordless = kind({ ...spec, members: owner, search: { ...search, words: ['code'] } });
  // @ts-expect-error There is no status that could be a state.
  const stateless = kind({ ...spec, members: owner, search, states: { member: 'status', from: {} } });
  expect(new Set([fitting, ofNothing, wordless, stateless]).size).toBe(4);
});

test('a kind whose example has another type than a member, or a member that the kind lacks, does not compile', () => {
  const id = '01990000-0000-7000-8000-000000000009';
  const fitting = synchronisedKind({ ...spec, members: owner, search, example: { id, name: 'A thing' } });
  // @ts-expect-error A name is a text.
  const otherType = synchronisedKind({ ...spec, members: owner, search, example: { id, name: 1 } });
  // @ts-expect-error There is no code.
  const unknown = synchronisedKind({ ...spec, members: owner, search, example: { id, code: 'A' } });
  expect(new Set([fitting, otherType, unknown]).size).toBe(3);
});
