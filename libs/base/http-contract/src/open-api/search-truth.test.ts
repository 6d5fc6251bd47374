import { namedList } from '@rapport/members/fields';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { searchOperators } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { byDate, byDateTime, byEnum, byFlag, byId, byName, byNumber, byText } from '../searching/search-field.ts';
import { searchRequest } from '../searching/search-request.ts';
import { SchemaComponents } from './schema-components.ts';

const fields = {
  id: byId(),
  text: byText().orNull(),
  otherText: byText().orNull(),
  colour: byEnum(namedList('Colour', ['red', 'green'])).orNull(),
  event: byName(namedList('ThingEvent', ['made', 'gone'])),
  flag: byFlag(),
  number: byNumber().orNull(),
  date: byDate(),
  dateTime: byDateTime(),
};

const shortcuts = {
  ids: { field: 'id', operator: 'in', isRequired: true },
  word: { field: 'text', operator: 'eq' },
  colours: { field: 'colour', operator: 'in' },
  from: { field: 'dateTime', operator: 'gte' },
} as const;

const body = searchRequest('SearchTrueRequest', {
  filters: fields,
  sorts: ['text'],
  sortedBy: 'text',
  text: ['text'],
  shortcuts,
});

const id = '01990000-0000-7000-8000-000000000001';

const values = [
  ...[undefined, null, true, false, 0, 1, 2, 3, 1.5, -1, {}, []],
  ...['', ' ', '\u0000', 'a', 'x'.repeat(500), 'x'.repeat(501), 'red', 'RED', '1', 'made', id, id.toUpperCase()],
  ...['2026-01-31', '2026-02-29', '2026-01-31T09:30:00Z', '2026-01-31T09:30:00', '2026-02-29T09:30:00Z'],
];
const operands = [...values, ...values.map((value) => [value]), ['a', id], Array.from({ length: 101 }, () => id)];

const isValid = validator();

function accepts(value: object): boolean {
  return body.safeParse(value).success;
}

/** The number of a word is taken, and the document says so in words alone. */
function isUnsaid(name: string, value: unknown): boolean {
  return name.startsWith('colour') && [value].flat().some((one) => typeof one === 'number');
}

function validator(): (value: object) => boolean {
  const components = new SchemaComponents();
  components.use(body, 'input');
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document:', components: { schemas: components.sorted() } });
  const validate = ajv.compile({ $ref: 'document:#/components/schemas/SearchTrueRequest' });
  // A member that is undefined is not sent.
  return (value) => validate(JSON.parse(JSON.stringify(value)));
}

test.each(Object.keys(fields))('a filter of %s is valid by the document exactly where the parser takes it', (field) => {
  for (const operator of [...searchOperators, 'nonsense']) {
    for (const value of operands.filter((one) => !isUnsaid(field, one))) {
      const search = JSON.parse(JSON.stringify({ ids: [id], filters: [{ field, operator, value }] })) as object;
      expect({ search, isValid: isValid(search) }).toEqual({ search, isValid: accepts(search) });
    }
  }
});

test.each(Object.keys(shortcuts))('%s in short is valid by the document exactly where the parser takes it', (name) => {
  for (const value of operands.filter((one) => !isUnsaid(name, one))) {
    const search = JSON.parse(JSON.stringify({ ids: [id], [name]: value })) as object;
    expect({ search, isValid: isValid(search) }).toEqual({ search, isValid: accepts(search) });
  }
});

test('words are valid by the document exactly where the parser takes them', () => {
  const words = ['', ' ', 'a', ' a  b ', 'a b c d e f g h', 'a b c d e f g h i', 'x'.repeat(200), 'x'.repeat(201)];
  for (const searchText of words) {
    const search = { ids: [id], searchText };
    expect({ search, isValid: isValid(search) }).toEqual({ search, isValid: accepts(search) });
  }
});

test.each([-1e300, 0, 0.5, 1, 10_000, 10_001, Number.MAX_SAFE_INTEGER, 1e300])(
  'the page %d of one record each is valid by the document exactly where the parser takes it',
  (pageNumber) => {
    const search = { ids: [id], pageNumber, pageSize: 1 };
    expect(isValid(search)).toBe(accepts(search));
  },
);

test.each([-1e300, 0, 0.5, 1, 200, 201, Number.MAX_SAFE_INTEGER, 1e300])(
  'a page of %d records is valid by the document exactly where the parser takes it',
  (pageSize) => {
    const search = { ids: [id], pageSize };
    expect(isValid(search)).toBe(accepts(search));
  },
);
