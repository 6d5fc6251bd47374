import { expect, test } from 'vitest';
import { passwordProblems } from './password-rules.ts';

const owner = { email: 'Ayse.Yilmaz@example.test', organisationNames: ['Other', 'Örnek Ticaret A.Ş.'] };

test.each([
  'twelve chars',
  'x'.repeat(199) + 'y',
  ' spaces stand at both ends ',
  '😀😁😂🤣😃😄😅😆😉😊😋😎',
  'Ayse.Yilmaz@example.test2',
])('the password "%s" is good', (password) => {
  expect(passwordProblems(password, owner)).toEqual([]);
});

test.each([
  ['eleven char', 'at least 12'],
  ['😀😁😂🤣😃😄😅😆😉😊😋', 'at least 12'],
  ['ab'.repeat(100) + 'c', 'at most 200'],
  ['with a\u0000 in it', 'control characters'],
  ['with a\ttab in it', 'control characters'],
  ['half of a pair \ud800', 'control characters'],
  ['ayse.yilmaz@EXAMPLE.test', 'e-mail address'],
  ['örnek ticaret a.ş.', 'name of the organisation'],
  ['ÖRNEK TICARET A.Ş.'.normalize('NFD'), 'name of the organisation'],
  ['aaaaaaaaaaaaa', 'one character'],
  ['Password1234', 'common'],
  ['Ｐassword1234', 'common'],
  ['correct horse battery staple', 'common'],
])('the password "%s" is refused', (password, problem) => {
  expect(passwordProblems(password, owner)).toEqual([expect.stringContaining(problem)]);
});

test('the local part of a long address is no password', () => {
  expect(passwordProblems('a.very.long.name', { ...owner, email: 'a.very.long.name@example.test' })).toHaveLength(1);
});

test('every rule that is broken is named at once', () => {
  expect(passwordProblems('aaaa', { email: 'aaaa@example.test', organisationNames: ['AAAA'] })).toHaveLength(4);
});

test('a person without an organisation has no name of it to avoid', () => {
  expect(passwordProblems('Örnek Ticaret A.Ş.', { ...owner, organisationNames: [] })).toEqual([]);
});
