import { MultipleErrors, ProtocolError, UserError } from '@platformatic/kafka';
import { expect, test } from 'vitest';
import { isOutOfRange, isRefusal, isTopicGone, isTopicThere, TopicGone } from './kafka-failures.ts';

test.each([
  new ProtocolError('UNKNOWN_TOPIC_OR_PARTITION'),
  new ProtocolError('UNKNOWN_TOPIC_ID'),
  new UserError('Unknown topic changes.'),
  new TopicGone('changes'),
  new MultipleErrors('fetch failed 3 times.', [
    new MultipleErrors('metadata failed.', [new UserError('Unknown topic changes.')]),
  ]),
  new Error('outer', { cause: new ProtocolError('INCONSISTENT_TOPIC_ID') }),
])('a topic counts as gone where the client reports %o', (error) => {
  expect(isTopicGone(error)).toBe(true);
  expect(isRefusal(error)).toBe(true);
});

test.each([new Error('connect ECONNREFUSED'), new MultipleErrors('failed', [new Error('timeout')]), undefined, 'text'])(
  'a broker that is away has refused nothing where the client reports %o',
  (error) => {
    expect([isTopicGone(error), isOutOfRange(error), isTopicThere(error), isRefusal(error)]).toEqual(
      Array(4).fill(false),
    );
  },
);

test('an offset out of range, a topic that exists already and a missing leader are different failures', () => {
  expect(isOutOfRange(new MultipleErrors('x', [new ProtocolError('OFFSET_OUT_OF_RANGE')]))).toBe(true);
  expect(isTopicThere(new MultipleErrors('x', [new ProtocolError('TOPIC_ALREADY_EXISTS')]))).toBe(true);
  expect(isTopicGone(new ProtocolError('NOT_LEADER_OR_FOLLOWER'))).toBe(false);
});
