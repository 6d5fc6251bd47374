import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The files that go on until they are stopped beside `Background`, and why. */
const others = {
  'libs/crm/change-feed/src/leader-task.ts': 'a round lasts as long as the lead of a cell',
  'libs/crm/marketing-email/src/sending/handover-budget.ts': 'a wait for room, which ends with its turn',
  'libs/platform/database/src/leading/leader.ts': 'the beat of a connection',
  'libs/platform/database/src/schemas/schema-watch.ts': 'the start waits for it, and what it sees is no failure',
  'libs/platform/event-bus/src/brokers/kafka-topics.ts': 'a wait, which ends with the subscription',
  'libs/platform/event-bus/src/consuming/consumption.ts': 'the pace is that of Kafka',
  'libs/platform/event-bus/src/consuming/kafka-subscription.ts': 'the pace is that of Kafka',
  'libs/platform/http-server/src/serving/listen.ts': 'a part of the stop',
  'libs/platform/mail/src/mail-sender.ts': 'one mail after the other, within a round',
  'libs/platform/redis/src/redis-memory.ts': 'one connection asks one question at a time',
  'libs/platform/redis/src/redis.ts': 'the probe of a breaker, which requests bring about too',
  'libs/platform/sagas/src/cell-work.ts': 'one item after the other within a round, and the hold of an item',
  'libs/platform/telemetry/src/background.ts': 'all other rounds',
};

test('what runs by itself goes on in the rounds of Background, except in the files that say why', () => {
  const files = globSync('{apps/*,libs/*/*}/src/**/*.ts', { exclude: ['**/testing/**', '**/*.test.ts'] });
  const found = files.filter((path) => /while \(![\w.?#]*aborted|setInterval\(/.test(readFileSync(path, 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(others).toSorted());
});
