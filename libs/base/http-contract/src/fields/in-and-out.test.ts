import { Member, readOnly, text } from '@rapport/members';
import { enumField, namedList } from '@rapport/members/fields';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiResultSchema } from '../api-result.ts';
import { SchemaComponents } from '../open-api/schema-components.ts';
import { inAndOut } from './in-and-out.ts';

const colours = namedList('Colour', ['red', 'green']);

const { shown, taken } = inAndOut('UpdateThingRequest', {
  name: text(20).required(),
  colour: new Member(z.enum(colours), enumField(colours)),
  createdOnUtc: readOnly(z.string()),
});

test('what came out goes in again, without the members that are read-only', () => {
  const record = { name: 'A', colour: 'green', createdOnUtc: 'now' } as const;
  expect(shown.parse(record)).toEqual(record);
  expect(taken.parse(record)).toEqual({ name: 'A', colour: 'green' });
  expect(taken.parse({ name: ' A ', colour: 2 })).toEqual({ name: 'A', colour: 'green' });
  expect(taken.safeParse({ ...record, size: 1 }).success).toBe(false);
});

test('a document has one schema for both, in which the read-only members are marked', () => {
  const components = new SchemaComponents();
  const wrapper = components.use(apiResultSchema(shown), 'output');
  components.use(taken, 'input');
  expect(wrapper).toEqual({ $ref: '#/components/schemas/UpdateThingRequestApiResult' });
  const schemas = components.sorted();
  expect(Object.keys(schemas)).toEqual(['Colour', 'UpdateThingRequest', 'UpdateThingRequestApiResult']);
  expect(schemas['Colour']).toEqual({
    type: 'string',
    enum: ['red', 'green'],
    description: 'A request may say the number in place of the name: 1 red, 2 green.',
  });
  expect(schemas['UpdateThingRequest']).toMatchObject({
    properties: { createdOnUtc: { type: 'string', readOnly: true }, colour: { $ref: '#/components/schemas/Colour' } },
    required: ['name', 'colour'],
    additionalProperties: false,
  });
  expect(schemas['UpdateThingRequestApiResult']?.properties?.['data']).toMatchObject({
    anyOf: [{ $ref: '#/components/schemas/UpdateThingRequest' }, { type: 'null' }],
  });
});
