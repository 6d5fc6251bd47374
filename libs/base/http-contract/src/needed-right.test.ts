import { expect, test } from 'vitest';
import type { Access } from './endpoint.ts';
import { neededRight, rightsOf } from './needed-right.ts';

const rights = {
  things: { scope: 'things.read', permission: 'things.see' },
  parts: { scope: 'parts.read', permission: 'parts.see' },
};
const chosen: Access = { chosenBy: 'module', rights, limiter: 'business' };
const token: Access = { ...rights.things, limiter: 'business' };

test('a fixed right is needed whatever the query says', () => {
  expect(neededRight(token, 'module=parts')).toMatchObject(rights.things);
  expect(rightsOf(token)).toMatchObject([rights.things]);
});

test('a parameter of the query chooses the right', () => {
  expect(neededRight(chosen, 'other=1&module=parts')).toEqual(rights.parts);
  expect(neededRight(chosen, 'module=p%61rts')).toEqual(rights.parts);
  expect(rightsOf(chosen)).toEqual([rights.things, rights.parts]);
});

test.each(['', 'module=', 'module=Parts', 'module=constructor', 'module=parts&module=things', 'modul=parts'])(
  'the query %j chooses no right',
  (search) => {
    expect(neededRight(chosen, search)).toBeUndefined();
  },
);

test.each<Access>(['open', 'operator', { credentials: 'client', limiter: 'token' }])(
  'the access %j needs no right of a token',
  (access) => {
    expect(neededRight(access, 'module=parts')).toBeUndefined();
    expect(rightsOf(access)).toEqual([]);
  },
);
