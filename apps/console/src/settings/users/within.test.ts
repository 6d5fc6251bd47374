import { expect, test } from 'vitest';
import { isWithin, type Rights } from './within.ts';

const administrator: Rights = {
  roles: ['administrator'],
  dataScope: 'team',
  permissions: ['users.manage', 'leads.read'],
};

test.each<[string, Partial<Rights>, boolean]>([
  ['with less', { permissions: ['leads.read'], dataScope: 'own' }, true],
  ['with as much', {}, true],
  ['that sees more', { dataScope: 'all' }, false],
  ['that may do more', { permissions: ['leads.delete'] }, false],
  ['that is an owner', { roles: ['owner'] }, false],
])('who manages another one %s: %o, %s', (_with, rights, expected) => {
  expect(isWithin(administrator, { ...administrator, ...rights })).toBe(expected);
});
