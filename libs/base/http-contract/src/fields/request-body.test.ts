import { requiredText } from '@rapport/members/fields';
import { expect, test } from 'vitest';
import { explain, fieldErrors } from '../parsing/explain.ts';
import { requestBody } from './request-body.ts';

const body = requestBody('Thing', { name: requiredText(5) }, ['id', 'createdOnUtc']);

function refusalOf(given: object): Record<string, string[]> {
  return fieldErrors(body.safeParse(given, { error: explain }).error?.issues ?? []);
}

test.each([
  ['may not be null', null, 'This must be a text in quotes, not null.'],
  ['may not be a number', 12, 'This must be a text in quotes, not a number.'],
  ['may not be an array', ['x'], 'This must be a text in quotes, not an array.'],
])('a required text %s', (_, name, problem) => {
  expect(refusalOf({ name })).toEqual({ name: [problem] });
});

test('a required text that is left out is asked for', () => {
  expect(refusalOf({})).toEqual({ name: ['This is required; send it.'] });
});

test('a body drops read-only members and refuses unknown members', () => {
  expect(body.parse({ id: 7, createdOnUtc: null, name: ' a ' })).toEqual({ name: 'a' });
  expect(Object.keys(body.parse({ id: 7, name: 'a' }))).toEqual(['name']);
  for (const member of ['other', 'constructor', '__proto__', 'toString']) {
    const given = JSON.parse(`{"name":"a","${member}":{"x":1}}`) as object;
    expect(Object.keys(refusalOf(given))).toEqual([member === '__proto__' ? '["__proto__"]' : member]);
  }
});
