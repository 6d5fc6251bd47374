import { compareShown, expectSame } from '../compare.ts';
import { kinds } from './kinds.ts';
import type { Model, ModelRecord } from '../model.ts';
import type { Find } from './people-operations.ts';
import type { Person } from './person.ts';
import type { PeopleStage } from './people-stage.ts';
import { resources, type Members } from '../resources.ts';

interface Filter {
  readonly field: string;
  readonly operator: 'eq' | 'ne' | 'isNull';
  readonly value?: unknown;
}

/** Searches, and holds ids, order, count and items to a plain filter over the records of the model. */
export async function playSearch({ model, requests }: PeopleStage, person: Person, find: Find): Promise<void> {
  const { kind, words, direction, pageNumber, pageSize } = find;
  const filter = filterOf(model, person, find);
  const by = sortOf(find);
  const body = {
    ...{ pageNumber, pageSize, sortBy: by, sortDirection: direction },
    ...(words.length > 0 && { searchText: words.join(' ') }),
    ...(filter !== null && { filters: [filter] }),
  };
  const { status, body: page } = await requests.send(person, 'POST', `${kinds[kind].group}/search`, { body });
  expectSame('the status of the search', status, 200);
  const found = model
    .list(person, kind)
    .filter((record) => words.every((word) => hasWord(record, word)))
    .filter((record) => filter === null || passes(record, filter))
    .toSorted(inOrder(by, direction));
  const from = (pageNumber - 1) * pageSize;
  const expected = found.slice(from, from + pageSize);
  // The application API keeps to its contract; that is tested elsewhere.
  const items = page['items'] as readonly Members[];
  expectSame(
    'what was found',
    items.map(labelled(requests.label.bind(requests))),
    expected.map(({ label }) => label),
  );
  const { totalCount, totalCountIsExact, hasNextPage } = page;
  expectSame(
    'the count',
    { totalCount, totalCountIsExact, hasNextPage },
    { totalCount: found.length, totalCountIsExact: true, hasNextPage: found.length > from + pageSize },
  );
  for (const [at, record] of expected.entries()) {
    compareShown(model, person, record, items[at] ?? {}, ['customFields', 'description']);
  }
}

function labelled(label: (id: string) => string): (item: Members) => string {
  return ({ id }) => label(String(id));
}

/** Times of changes are not known of every record, so records are sorted by what is. */
function sortOf({ kind, sort }: Find): string {
  const sorts = ['createdOnUtc', ...kinds[kind].sorts];
  return sorts[sort % sorts.length] ?? 'createdOnUtc';
}

function filterOf(model: Model, { user }: Person, { kind, filter: drawn, value }: Find): Filter | null {
  const customers = model.of('customers');
  const refers = resources[kind].references.some(({ member }) => member === 'customerId');
  const { state } = resources[kind];
  const states = Object.keys(kinds[kind].steps);
  const owner = model.users[value % model.users.length]?.id ?? user.id;
  const choices: readonly (Filter | null)[] = [
    { field: 'ownerUserId', operator: value % 3 === 0 ? 'ne' : 'eq', value: owner },
    state && { field: kinds[kind].stateWord, operator: 'eq', value: states[value % states.length] },
    refers && customers.length > 0
      ? { field: 'customerId', operator: 'eq', value: customers[value % customers.length]?.id }
      : null,
    refers ? { field: 'customerId', operator: 'isNull' } : null,
  ];
  return choices[drawn] ?? null;
}

function passes(record: ModelRecord, { field, operator, value }: Filter): boolean {
  const own = ownValue(record, field);
  switch (operator) {
    case 'eq':
      return own === value;
    case 'ne':
      return own !== value;
    case 'isNull':
      return own === null;
  }
}

function ownValue(record: ModelRecord, field: string): unknown {
  switch (field) {
    case 'ownerUserId':
      return record.ownerId;
    case 'createdOnUtc':
      return record.createdOnUtc;
    case 'status':
    case 'stage':
      return record.state;
    default:
      return record.members[field] ?? null;
  }
}

/** A word of three letters is found anywhere, a shorter one at the beginning of a word. */
function hasWord({ resource, members }: ModelRecord, word: string): boolean {
  const folded = word.toLowerCase();
  return kinds[resource].texts.some((member) => {
    const own = members[member];
    const text = typeof own === 'string' ? own.toLowerCase() : '';
    return folded.length >= 3 ? text.includes(folded) : beginnings(text).some((one) => one.startsWith(folded));
  });
}

function beginnings(text: string): string[] {
  return Array.from(text).flatMap((_, at) =>
    at === 0 || !/[a-z0-9]/.test(text[at - 1] ?? '') ? [text.slice(at)] : [],
  );
}

/** Nothing comes last, and ties go by id in the same direction. */
function inOrder(by: string, direction: 'asc' | 'desc'): (one: ModelRecord, other: ModelRecord) => number {
  const sign = direction === 'asc' ? 1 : -1;
  return (one, other) => {
    const [a, b] = [keyOf(one, by), keyOf(other, by)];
    return a === null || b === null
      ? Number(a === null) - Number(b === null) || sign * order(one.id, other.id)
      : sign * (order(a, b) || order(one.id, other.id));
  };
}

function keyOf(record: ModelRecord, by: string): string | number | null {
  const value = ownValue(record, by);
  return typeof value === 'string' ? value.toLowerCase() : typeof value === 'number' ? value : null;
}

function order(one: string | number, other: string | number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
