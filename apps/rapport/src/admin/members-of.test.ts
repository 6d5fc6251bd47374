import { endpoint, requestBody } from '@rapport/http-contract';
import { optionalDateTime, requiredText } from '@rapport/members/fields';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { membersOf, requestOf } from './members-of.ts';

const putThing = endpoint({
  operationId: 'putThing',
  method: 'put',
  path: '/things/{thingId}',
  access: 'operator',
  params: z.object({ thingId: requiredText(50).describe('The id of the thing.') }),
  query: z.object({ isDry: z.boolean().default(false) }),
  body: requestBody(
    'ThingInput',
    {
      thingId: requiredText(50),
      name: requiredText(200).describe('Its name. It may be long.'),
      note: z.string().nullish().describe('A note'),
      endsOnUtc: optionalDateTime(undefined, 'When it ends.'),
      waitSeconds: z.int().default(86_400).describe('URLs wait so long'),
      colour: z.enum(['red', 'blue']).default('red'),
      size: z.enum(['S', 'M', 'L', 'XL']).describe('Its size.').optional(),
      tags: z.array(z.string()).optional(),
      codes: z.array(z.string().regex(/^[a-z]+$/)).default([]),
      limits: z.strictObject({
        isOpen: z.boolean(),
        price: z.number().nullable(),
        count: z.int().nullable().default(null),
      }),
    },
    [],
  ),
  success: { status: 200 },
  errors: [],
});
const members = membersOf(putThing);
const request = (values: Record<string, string | boolean>) => requestOf(putThing, members, values);

test('the usage and the help of each option follow from the schema of its member', () => {
  const shown = members.map(({ optionName, option: { value, summary, required = false } }) => [
    optionName,
    value,
    summary,
    required,
  ]);
  expect(shown).toEqual([
    ['thing', 'THING', 'the id of the thing', true],
    ['dry', undefined, '', false],
    ['thing', 'THING', '', true],
    ['name', 'NAME', 'its name', true],
    ['note', 'NOTE', 'a note', false],
    ['ends', 'TIME', 'when it ends, such as 2026-01-31T09:30:00Z', false],
    ['wait', 'TIME', 'URLs wait so long, such as 90s, 15m, 24h or 7d (default 86400s)', false],
    ['colour', 'red|blue', ' (default red)', false],
    ['size', 'SIZE', 'its size: S, M, L or XL', false],
    ['tags', '"A,B"', '', false],
    ['codes', '"A,B"', '', false],
    ['open', 'yes|no', '', true],
    ['price', 'N|none', '', true],
    ['count', 'N', '', false],
  ]);
});

test('each option that is given goes to its place in the request, and one that is not given goes nowhere', () => {
  const given = { thing: 't', dry: true, name: 'none', note: 'none', tags: 'a, b c,', codes: ' a b,c', open: 'no' };
  expect(request({ ...given, price: '9.50', ends: '2026-01-31T09:30:00Z', colour: 'blue' })).toEqual({
    params: { thingId: 't' },
    query: { isDry: true },
    body: {
      ...{ thingId: 't', name: 'none', note: 'none', tags: ['a', 'b c'], codes: ['a', 'b', 'c'] },
      ...{ limits: { isOpen: false, price: 9.5 }, endsOnUtc: '2026-01-31T09:30:00Z', colour: 'blue' },
    },
  });
  expect(request({ dry: false, price: 'none' })).toEqual({ body: { limits: { price: null } } });
  expect(request({})).toEqual({ body: {} });
  expect(requestOf({ ...putThing, body: undefined } as never, [], {})).toEqual({});
});

test.each([
  ['90s', 90],
  ['15m', 900],
  ['24h', 86_400],
  ['7d', 604_800],
  ['0s', 0],
])('%s are %d seconds', (wait, waitSeconds) => {
  expect(request({ wait })).toEqual({ body: { waitSeconds } });
});

test.each([
  ...['24', 'h', '1w', '-1h', '1.5h', '24 h', '9999999999d'].map((wait) => ({ wait, is: 'a time such as 90s' })),
  { colour: 'green', is: 'red or blue.' },
  { size: 'XXL', is: 'S, M, L or XL.' },
  { open: 'true', is: 'yes or no.' },
  { price: 'x', is: 'a number or none.' },
  { count: '1e3', is: 'a whole number.' },
  { count: 'none', is: 'a whole number.' },
  { count: '1.5', is: 'a whole number.' },
])('%j is a wrong use that names the option', ({ is, ...values }) => {
  expect(() => request(values)).toThrow(`--${Object.keys(values).join('')} is ${is}`);
});
