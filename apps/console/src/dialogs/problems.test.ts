import { expect, test } from 'vitest';
import { Failure } from '../api/failure.ts';
import { problemAt, problemsElsewhere } from './problems.ts';

const failure = new Failure(400, {
  message: 'The request is not valid.',
  errors: {
    name: ['This is required.'],
    'roles[1]': ['There is no such role.'],
    nameOfOther: ['No.'],
    teamId: ['No.'],
  },
});

test('what is wrong with a part of a member stands at its field, and what is wrong with another member does not', () => {
  expect(['name', 'roles', 'email'].map((member) => problemAt(failure, member))).toEqual([
    'This is required.',
    'There is no such role.',
    undefined,
  ]);
});

test('what is wrong with members without a field is not lost', () => {
  expect(problemsElsewhere(failure, ['name', 'roles', 'nameOfOther'])).toEqual(['teamId: No.']);
});
