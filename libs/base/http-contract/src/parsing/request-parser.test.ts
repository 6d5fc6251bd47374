import { AppError } from '@rapport/kernel';
import { optionalText, requiredText } from '@rapport/members/fields';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pageQuery } from '../fields/page-query.ts';
import { requestParser } from './request-parser.ts';

const list = requestParser(
  endpoint({
    operationId: 'list',
    method: 'get',
    path: '/things',
    access: 'open',
    query: pageQuery,
    success: { status: 200 },
    errors: [],
  }),
);

const create = requestParser(
  endpoint({
    operationId: 'create',
    method: 'post',
    path: '/things',
    access: 'open',
    body: z.strictObject({ name: requiredText(5) }),
    success: { status: 201 },
    errors: [],
  }),
);

function query(search: string): unknown {
  try {
    return list({ params: {}, search, headers: {}, body: undefined }).query;
  } catch (error) {
    return error instanceof AppError ? error.errors : error;
  }
}

function refusal(value: unknown): AppError {
  try {
    create({ params: {}, search: '', headers: {}, body: { value, errors: undefined } });
  } catch (error) {
    if (error instanceof AppError) {
      return error;
    }
    throw error;
  }
  throw new Error('the body was accepted');
}

test.each([
  ['', 50],
  ['pageSize=1', 1],
  ['pageSize=200', 200],
  ['pageSize=0', 1],
  ['pageSize=-5', 1],
  ['pageSize=201', 200],
  [`pageSize=${'9'.repeat(400)}`, 200],
  ['pageSize=007', 7],
])('the page size of "%.30s" is %d', (search, pageSize) => {
  expect(query(search)).toMatchObject({ pageSize });
});

test.each(['abc', '1.5', '1,000', '0x10', 'NaN', 'null', '1e2', '%2B5', '+5', '٣', '--5', '5%20'])(
  'pageSize=%s is refused, because it is no page size',
  (size) => {
    expect(query(`pageSize=${size}`)).toEqual({ pageSize: ['This must be a whole number from 1 to 200.'] });
  },
);

test('a time in an address has no zone where its plus was not encoded', () => {
  expect(query('updatedFrom=2026-01-31T12:30:00%2B03:00')).toMatchObject({
    updatedFrom: '2026-01-31T09:30:00.000000Z',
  });
  expect(query('updatedFrom=2026-01-31T12:30:00+03:00')).toHaveProperty('updatedFrom');
});

describe('a text in an address', () => {
  const step = requestParser(
    endpoint({
      operationId: 'step',
      method: 'get',
      path: '/things/step',
      access: 'open',
      query: z.object({ reason: optionalText(50) }),
      success: { status: 200 },
      errors: [],
    }),
  );
  const reason = (search: string): unknown => step({ params: {}, search, headers: {}, body: undefined }).query;

  test.each(['reason=zu%20teuer%20f%fcr', 'a=1&&reason=%ED%A0%80', 'reason=%E4%B8&b=1'])(
    '%s is refused, because other characters would be kept than were meant',
    (search) => {
      expect(() => reason(search)).toThrow('reason: This is not encoded in UTF-8.');
    },
  );

  test.each([
    ['reason=%EF%BF%BD', '\ufffd'],
    ['a=%ff&reason=%EF%BF%BD+100%', '\ufffd 100%'],
    ['%ff=1&unknown=%ff&reason=f%C3%BCr', 'für'],
  ])('%s is taken, whatever parameters nobody knows hold', (search, text) => {
    expect(reason(search)).toEqual({ reason: text });
  });
});

test('a parameter whose name is a member of every object is like any other', () => {
  expect(query('toString=1&constructor=2')).toMatchObject({ pageSize: 50 });
  expect(query('__proto__=1&__proto__=2')).toEqual({ '["__proto__"]': [expect.stringContaining('more than once')] });
});

test.each([[[]], ['text'], [1], [null], [true]])('the body %j is refused, because it is no object', (value) => {
  expect(refusal(value).errors).toEqual({ $: [expect.stringContaining('must be an object')] });
});

test('the answer to a flood of wrong members is bounded', () => {
  const flood = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`m${index}`.padEnd(500, 'x'), 1]));
  const error = refusal(flood);
  expect(Object.keys(error.errors ?? {})).toHaveLength(20);
  expect(JSON.stringify(error.errors).length).toBeLessThan(6_000);
  expect(error.message).toContain('More than the 20 places in errors are wrong.');
});

test('a member that is nearly a known one is told which, beside others that are not', () => {
  const body = { value: { Name: 'a', nmae: 'b', nonsense: 1 }, errors: undefined };
  expect(() => create({ params: {}, search: '', headers: {}, body })).toThrow(
    expect.objectContaining({
      errors: {
        name: ['This is required; send it.'],
        Name: ['This member is not known here; write name.'],
        nmae: ['This member is not known here; write name.'],
        nonsense: ['This member is not known here; remove it.'],
      },
    }),
  );
});

test('a member that has another name in other APIs is told ours where the body knows it', () => {
  const find = requestParser(
    endpoint({
      operationId: 'find',
      method: 'post',
      path: '/things/search',
      access: 'open',
      body: z.strictObject({ sortBy: z.string().optional(), pageSize: z.int().optional() }),
      success: { status: 200 },
      errors: [],
    }),
  );
  const body = { value: { orderBy: 'name', limit: 3, q: 'x' }, errors: undefined };
  expect(() => find({ params: {}, search: '', headers: {}, body })).toThrow(
    expect.objectContaining({
      errors: {
        orderBy: ['This member is not known here; write sortBy.'],
        limit: ['This member is not known here; write pageSize.'],
        q: ['This member is not known here; remove it.'],
      },
    }),
  );
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a body or a query with %s has an unknown member like any other',
  (name) => {
    const path = name === '__proto__' ? '["__proto__"]' : name;
    const body = { value: JSON.parse(`{"name": "a", "${name}": 1}`) as unknown, errors: undefined };
    const errorsOf = (run: () => unknown): unknown => {
      try {
        return run();
      } catch (error) {
        return error instanceof AppError ? { ...error.errors } : error;
      }
    };
    expect(errorsOf(() => create({ params: {}, search: '', headers: {}, body }))).toEqual({
      [path]: ['This member is not known here; remove it.'],
    });
    expect(errorsOf(() => list({ params: {}, search: `${name}=1&${name}=2`, headers: {}, body: undefined }))).toEqual({
      [path]: ['This parameter is there more than once; send it once.'],
    });
  },
);

const limit = requestParser(
  endpoint({
    operationId: 'limit',
    method: 'put',
    path: '/limit',
    access: 'open',
    body: z.strictObject({
      limit: z.int().min(1).max(10),
      share: z.number().optional(),
      codes: z.array(z.string().min(1)).min(1).optional(),
    }),
    success: { status: 200 },
    errors: [],
  }),
);

test.each([
  ['{"limit": 0}', 'limit: This must be at least 1.'],
  ['{"limit": 11}', 'limit: This may be at most 10.'],
  ['{"limit": 1.5}', 'limit: This must be a whole number, not a fraction.'],
  ['{"limit": 1e400}', 'limit: This must be a number, not a number that is too large.'],
  ['{"limit": "1"}', 'limit: This must be a number, not a text in quotes.'],
  ['{"limit": [1, 2, 3]}', 'limit: This must be a number, not an array.'],
  ['{"limit": 1, "share": 1e400}', 'share: This must be a number, not a number that is too large.'],
  ['{"limit": 1, "codes": []}', 'codes: This must have at least 1 item.'],
  ['{"limit": 1, "codes": [""]}', 'codes[0]: This must have at least 1 character.'],
])('people can read the sentence about %s', (text, sentence) => {
  const body = { value: JSON.parse(text) as unknown, errors: undefined };
  expect(() => limit({ params: {}, search: '', headers: {}, body })).toThrow(sentence);
});
