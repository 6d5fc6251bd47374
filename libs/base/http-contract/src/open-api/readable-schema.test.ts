import { choiceByNumber, choiceOf, namedList } from '@rapport/members/fields';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SchemaComponents } from './schema-components.ts';

const sizes = namedList('Size', ['small', 'large']);
const reference = { $ref: '#/components/schemas/Size' };

function shown(schema: z.ZodType) {
  const components = new SchemaComponents();
  return { schema: components.use(schema, 'input'), components: components.sorted() };
}

test('a list of words stands once under its name, also where it may be null, and what is said of a member stays', () => {
  const { schema, components } = shown(
    z.object({ a: z.enum(sizes), b: z.enum(sizes).nullable().describe('Of it.'), c: z.enum(sizes).default('small') }),
  );
  expect(schema.properties).toEqual({
    a: reference,
    b: { anyOf: [reference, { type: 'null' }], description: 'Of it.' },
    c: { ...reference, default: 'small' },
  });
  expect(components).toEqual({ Size: { type: 'string', enum: ['small', 'large'] } });
});

test('words that a request may say by number are names alone, and their numbers stand in the description', () => {
  const { schema, components } = shown(
    z.object({
      a: z.unknown().meta(choiceByNumber(sizes)),
      b: z.unknown().meta(choiceByNumber(sizes, { isNullable: true })),
    }),
  );
  expect(schema.properties).toEqual({ a: reference, b: { anyOf: [reference, { type: 'null' }] } });
  expect(components['Size']).toEqual({
    type: 'string',
    enum: ['small', 'large'],
    description: 'A request may say the number in place of the name: 1 small, 2 large.',
  });
});

test('a list of numbers is of integers', () => {
  const { components } = shown(z.object({ a: z.int().meta(choiceOf({ list: [1, 2], name: 'Grade' })) }));
  expect(components).toEqual({ Grade: { type: 'integer', enum: [1, 2] } });
});

test('a value of several types is one of alternatives, null beside one type is none, and numbers are exact', () => {
  const { schema } = shown(
    z.object({ a: z.union([z.string(), z.number()]), b: z.string().nullable(), c: z.number().nullable() }),
  );
  expect(schema.properties).toEqual({
    a: { oneOf: [{ type: 'string' }, { type: 'number', format: 'double' }] },
    b: { type: ['string', 'null'] },
    c: { type: ['number', 'null'], format: 'double' },
  });
});

test('words without a name, two names for the same words, and a word of languages as a name are refused', () => {
  expect(() => shown(z.enum(['nameless', 'words']))).toThrow('need a name');
  expect(() => namedList('Extent', ['small', 'large'])).toThrow('Size');
  expect(() => shown(z.object({}).meta({ id: 'Date' }))).toThrow('Date is a word');
});
