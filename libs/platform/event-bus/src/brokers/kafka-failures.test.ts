import { MultipleErrors, ProtocolError, UserError } from '@platformatic/kafka';
import kafkajs from 'kafkajs';
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

test.each([
  protocolError('UNKNOWN_TOPIC_OR_PARTITION'),
  Object.assign(new kafkajs.KafkaJSNonRetriableError('gave up'), {
    cause: protocolError('UNKNOWN_TOPIC_OR_PARTITION'),
  }),
])('a topic counts as gone where kafkajs reports %o', (error) => {
  expect(isTopicGone(error)).toBe(true);
  expect(isRefusal(error)).toBe(true);
});

test('the failures of kafkajs are told apart, also where it reports several as one', () => {
  expect(isOutOfRange(protocolError('OFFSET_OUT_OF_RANGE'))).toBe(true);
  const exists = new kafkajs.KafkaJSAggregateError('x', [protocolError('TOPIC_ALREADY_EXISTS')]);
  expect(isTopicThere(exists)).toBe(true);
  expect(isRefusal(new kafkajs.KafkaJSConnectionError('Connection error: connect ECONNREFUSED'))).toBe(false);
});

/** As kafkajs makes it from the code of an answer. */
function protocolError(type: string): Error {
  const error = new kafkajs.KafkaJSProtocolError('refused');
  return Object.assign(error, { type });
}
