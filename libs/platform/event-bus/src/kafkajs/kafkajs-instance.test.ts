import kafkajs from 'kafkajs';
import { expect, test } from 'vitest';
import { log } from './kafkajs-instance.ts';

test.each([
  ['ERROR', 'Consumer', 'info'],
  ['ERROR', 'Connection', 'debug'],
  ['WARN', 'Runner', 'debug'],
  ['INFO', 'ConsumerGroup', 'debug'],
] as const)('a line of kafkajs at the level %s of its %s is written at the level %s', (level, namespace, expected) => {
  const lines: { level: string; fields: object; message: string }[] = [];
  const note =
    (at: string) =>
    (fields: object, message: string): void =>
      void lines.push({ level: at, fields, message });
  const logger = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
  const more = { message: 'Stopped', timestamp: 'now', logger: 'kafkajs', stack: 'at', groupId: 'readers' };
  log(logger, { namespace, level: kafkajs.logLevel[level], label: level, log: more });
  expect(lines).toEqual([{ level: expected, fields: { groupId: 'readers', namespace }, message: 'kafkajs: Stopped' }]);
});
