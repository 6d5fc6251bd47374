import { expect, test } from 'vitest';
import { untracedContext } from './untraced-context.ts';

test('an untraced context has valid ids of its own, which say that its trace is not exported', () => {
  const [first, second] = [untracedContext().trace, untracedContext().trace];
  expect(first.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  expect(first.traceparent).toContain(first.traceId);
  expect(second.traceId).not.toBe(first.traceId);
});
