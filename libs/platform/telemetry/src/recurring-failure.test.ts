import { expect, test } from 'vitest';
import { RecurringFailure } from './recurring-failure.ts';

test('a failure that comes again is said once, until it has another cause or is over', () => {
  const lines: unknown[] = [];
  const failure = new RecurringFailure({ warn: ({ error }, message) => lines.push([message, error]) });
  const failed = (code: string) =>
    new Error(`attempt of ${Date.now()}`, { cause: new AggregateError([Object.assign(new Error(code), { code })]) });
  const [refused, expired] = [failed('ECONNREFUSED'), failed('CERT_HAS_EXPIRED')];
  failure.warn({ error: refused }, 'no server');
  failure.warn({ error: failed('ECONNREFUSED') }, 'no server');
  failure.warn({ error: expired }, 'no server');
  failure.warn({ error: failed('CERT_HAS_EXPIRED') }, 'no server');
  expect(lines).toEqual([
    ['no server', refused],
    ['no server', expired],
  ]);
  failure.over();
  failure.warn({ error: expired }, 'no server');
  expect(lines).toHaveLength(3);
});

test('where a line has no error, its problem is the cause', () => {
  const lines: unknown[] = [];
  const failure = new RecurringFailure({ warn: ({ problem }) => lines.push(problem) });
  for (const [mail, problem] of ['EAUTH 535', 'EAUTH 535', 'ESOCKET CERT_HAS_EXPIRED'].entries()) {
    failure.warn({ mail, problem }, 'no server');
  }
  expect(lines).toEqual(['EAUTH 535', 'ESOCKET CERT_HAS_EXPIRED']);
});
