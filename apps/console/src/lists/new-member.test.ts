import { QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queries } from '../api/queries.ts';
import type { List, Member, ValueType } from '../described.ts';
import { writtenFields } from '../forms/fields.ts';
import { sameValue } from '../forms/saving/merging.ts';
import { offeredFields } from '../forms/offered-fields.ts';
import { RecordForm } from '../forms/record-form.tsx';
import { lists } from '../generated/lists.ts';
import { Details } from '../records/details.tsx';
import { person, type Person } from '../signing-in/person.tsx';
import { valueTypes } from '../values/value-types.ts';
import { columnsOf } from './columns.ts';
import { FilterInWords } from './filter-in-words.tsx';
import { fieldOfFilter, filterableMembers, operatorsOf } from './filters.ts';
import { RecordTable } from './record-table.tsx';

interface Example {
  readonly member?: Partial<Member>;
  readonly value: unknown;
  /** The text by which a page shows the value. */
  readonly shown: string;
  /** Whether the platform alone makes such values. */
  readonly isMade?: boolean;
}

const ofUsers = { of: 'users', name: 'addedName' };

/** A value of each type, as answers have it. Custom fields have descriptions of their own, and parts no look at all. */
const examples: Readonly<Record<Exclude<ValueType, 'customFields' | 'part'>, Example>> = {
  text: { value: 'Ada', shown: 'Ada' },
  lines: { value: 'One\ntwo', shown: 'One two' },
  email: { value: 'ada@example.test', shown: 'ada@example.test' },
  phone: { value: '+90 1', shown: '+90 1' },
  website: { value: 'https://example.test/', shown: 'https://example.test/' },
  currency: { value: 'EUR', shown: 'EUR' },
  country: { value: 'TR', shown: 'TR' },
  word: { member: { words: ['first', 'secondWord'] }, value: 'secondWord', shown: 'Second word' },
  flag: { value: true, shown: 'Yes' },
  integer: { value: 7, shown: '7' },
  amount: { value: 7.5, shown: '7.5' },
  date: { value: '2027-01-31', shown: '2027' },
  time: { value: '2027-01-31T09:30:00Z', shown: '2027' },
  id: { member: ofUsers, value: 'u1', shown: 'Olga Owner' },
  ids: { member: { of: 'users' }, value: ['u1'], shown: 'Olga Owner' },
  texts: { value: ['one', 'two'], shown: 'one two' },
  address: { value: { line1: 'Mill 1', city: 'Izmir' }, shown: 'Mill 1 Izmir' },
  amounts: { value: [{ currency: 'EUR', amount: 7 }], shown: '7 EUR', isMade: true },
};

describe.each(Object.entries(examples))('a new member with a value of the type %s', (type, example) => {
  const { value, shown, isMade = false } = example;
  // The keys of the examples are types.
  const member = { type: type as ValueType, ...example.member, ...(isMade && { isReadOnly: true }) };
  const record = { id: 'c1', name: 'Engines', added: value, addedName: 'Olga Owner' };

  test('is shown in the details, and in the table where it is short', () => {
    add(member);
    expect(after('Added', drawn(createElement(Details, { list: 'customers', record })))).toContain(shown);
    expect(columnsOf('customers').includes('added')).toBe(!['lines', 'ids', 'address'].includes(type));
    const columns = columnsOf('customers');
    const table = { list: 'customers', label: 'Customers', records: [record], columns, name: () => 'Engines' };
    expect(after('Added', drawn(createElement(RecordTable, table))).includes(shown)).toBe(columns.includes('added'));
  });

  test.each(isMade ? [] : [member])('is typed in, and stays as it is where nothing is typed', () => {
    add(member);
    const fields = offeredFields(anyPerson, 'customers', writtenFields('customers'), true);
    const field = fields.find(({ name }) => name === 'added');
    const form = { fields, values: { added: value }, record, isNew: true, onSave, onCancel: onSave, onTouch: onSave };
    expect(drawn(createElement(RecordForm, form))).toMatch(/\badded\b/i);
    expect(sameValue(field?.type.taken(field.type.typed(value, member), member), value)).toBe(true);
  });

  test('is looked for', () => {
    add(member);
    expect(filterableMembers('customers')).toContain('added');
    expect(operatorsOf('customers', 'added')).toEqual(['eq']);
    const filter = { field: 'added', operator: 'eq', value };
    expect(after('Added is', drawn(createElement(FilterInWords, { list: 'customers', filter })))).toContain(shown);
    const described = fieldOfFilter('customers', 'added');
    const { Field, typed } = valueTypes[described.type];
    const field = { label: 'Value', member: described, typed: typed(null, described), onType: onSave };
    expect(drawn(createElement(Field, field))).toMatch(/value/i);
  });
});

/** Adds a member to the description of the customers, as `./rapport generate` does. */
function add(member: Member): void {
  // Generated descriptions are plain values.
  const { members, items, filters } = lists.customers as unknown as {
    readonly members: Record<string, Member>;
    readonly items: string[];
    readonly filters: Record<string, List['sorts']>;
  };
  members['added'] = member;
  items.push('added');
  filters['added'] = ['eq'];
  onTestFinished(() => {
    delete members['added'];
    items.pop();
    delete filters['added'];
  });
}

// Records of customers name users, whom every person may look for.
const anyPerson = { permissions: [] } as unknown as Person;

/** The text of what a person sees. */
function drawn(element: ReactNode): string {
  queries.setQueryData(person.queryKey, anyPerson);
  queries.setQueryData(['search', 'customFields', { of: 'customers' }], { items: [] });
  queries.setQueryData(['name', 'users', 'u1'], 'Olga Owner');
  const page = renderToStaticMarkup(createElement(QueryClientProvider, { client: queries }, element));
  return page.replaceAll(/(<[^>]*>|\s)+/g, ' ');
}

function after(label: string, text: string): string {
  return text.split(label)[1] ?? '';
}

async function onSave(): Promise<void> {}
