import kafkajs from 'kafkajs';
import { expect, test } from 'vitest';
import { log } from './kafkajs-instance.ts';

test('a line of kafkajs is one for who looks closely, without what the log has by itself', () => {
  const lines: { level: string; fields: object; message: string }[] = [];
  const note =
    (at: string) =>
    (fields: object, message: string): void =>
      void lines.push({ level: at, fields, message });
  const logger = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
  const more = { message: 'Stopped', timestamp: 'now', logger: 'kafkajs', stack: 'at', groupId: 'readers' };
  log(logger, { namespace: 'Consumer', level: kafkajs.logLevel.ERROR, label: 'ERROR', log: more });
  expect(lines).toEqual([
    { level: 'debug', fields: { groupId: 'readers', namespace: 'Consumer' }, message: 'kafkajs: Stopped' },
  ]);
});
