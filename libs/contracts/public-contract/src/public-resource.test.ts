import { flag, text } from '@rapport/members';
import { kinds } from '@rapport/kinds';
import { expect, test } from 'vitest';
import { publicResource } from './public-resource.ts';

const members = { name: text(200).required(), isOpen: flag(true), note: text(200) };
const { resource, called, about } = kinds.contacts;
const things = { resource, called, about, members, search: { words: [], filters: [], sorts: [] } };
const id = '01990000-0000-7000-8000-000000000009';
const example = { id, name: 'One', isOpen: true };

test('a resource whose example is not of its kind does not compile', () => {
  const spec = { singular: 'Thing', without: ['note'] } as const;
  const fitting = publicResource({ ...things, example }, spec);
  expect([fitting.shows.includes('name'), Object.keys(fitting.record.shape).includes('note')]).toEqual([true, false]);
  // @ts-expect-error The kind's isOpen is a flag.
  publicResource({ ...things, example: { ...example, isOpen: 'yes' } }, spec);
  // @ts-expect-error The example lacks the note, which the resource shows.
  publicResource({ ...things, example }, { singular: 'Thing' });
  // @ts-expect-error The kind has no code to leave out.
  publicResource({ ...things, example }, { ...spec, without: ['code'] });
});
