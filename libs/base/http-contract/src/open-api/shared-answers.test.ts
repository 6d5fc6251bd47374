import { expect, test } from 'vitest';
import { SharedAnswers, type Answer } from './shared-answers.ts';

test('what several operations answer alike stands once, called by its code and its status', () => {
  const [first, second] = [{ '404': refusal(['not_found']) }, { '404': refusal(['not_found']), '200': shown('Thing') }];
  const shared = new SharedAnswers([first, second]);
  expect(shared.placed(second)).toEqual({
    '404': { $ref: '#/components/responses/NotFound404' },
    '200': shown('Thing'),
  });
  expect(shared.sorted()).toEqual({ NotFound404: refusal(['not_found']) });
});

test('a success is called by its schema, and an answer of several codes or without a body by its status', () => {
  const answers = {
    '200': shown('Thing'),
    '204': { description: 'Done.', headers: {} },
    '403': refusal(['insufficient_scope', 'permission_denied']),
  };
  expect(namesOf(answers)).toEqual(['Forbidden403', 'NoContent204', 'Thing200']);
});

test('answers that would have one name are told apart by the codes, schemas and headers that not all of them have', () => {
  expect(
    namesOf(
      { '403': refusal(['email_unverified', 'insufficient_scope', 'permission_denied']), '500': refusal(['gone']) },
      {
        '403': refusal(['insufficient_scope', 'permission_denied']),
        '500': refusal(['gone'], { RateLimit: {}, 'RateLimit-Policy': {} }),
      },
      { '404': refusal(['not_found'], {}, 'Problem') },
      { '404': refusal(['not_found'], {}, 'OAuthProblem') },
    ),
  ).toEqual([
    'Forbidden403',
    'Forbidden403WithEmailUnverified',
    'Gone500',
    'Gone500WithRateLimit',
    'NotFound404',
    'NotFound404WithOAuthProblem',
  ]);
});

test('answers that no name tells apart stay at their operations', () => {
  const answers = { '200': shown('Thing') };
  const other = { '200': { ...shown('Thing'), description: 'Another answer.' } };
  const shared = new SharedAnswers([answers, answers, other, other]);
  expect(shared.sorted()).toEqual({});
  expect(shared.placed(other)).toEqual(other);
});

/** The names where each operation has a twin. */
function namesOf(...operations: readonly Readonly<Record<string, Answer>>[]): string[] {
  return Object.keys(new SharedAnswers([...operations, ...operations]).sorted());
}

function refusal(codes: readonly string[], headers = {}, schema = 'Problem'): Answer {
  return { ...shown(schema), 'x-codes': codes, headers };
}

function shown(schema: string): Answer {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
  return { description: 'The answer.', headers: {}, content };
}
