import { serviceUnavailable } from '@rapport/kernel';
import { beforeEach, expect, test } from 'vitest';
import { batchSize, BatchWriter } from './batch-writer.ts';

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };
const refused = new Error('permission denied');
const away = serviceUnavailable('away');

let rows: number[];
let answers: (Error | undefined)[];
let sent: { batch: readonly number[]; isSentAgain: boolean }[];
let written: number;
let lost: number;
let writer: BatchWriter<number>;

beforeEach(() => {
  [rows, answers, sent, written, lost] = [[], [], [], 0, 0];
  writer = new BatchWriter({
    waiting: {
      get size() {
        return rows.length;
      },
      take: (max) => rows.splice(0, max),
      putBack: (batch) => {
        rows.unshift(...batch);
        return 0;
      },
    },
    send: async (_context, batch, isSentAgain) => {
      sent.push({ batch, isSentAgain });
      const answer = answers.shift();
      if (answer) {
        throw answer;
      }
    },
    onWritten: (count) => void (written += count),
    onLost: (count) => void (lost += count),
  });
});

test('a batch that is refused twice is given up, without the rows that came meanwhile', async () => {
  answers = [refused, refused];
  rows.push(1, 2);
  await expect(writer.writeAll(context)).rejects.toThrow(refused);
  rows.push(3);
  await expect(writer.writeAll(context)).rejects.toThrow(refused);
  expect(lost).toBe(2);
  await writer.writeAll(context);
  expect(written).toBe(1);
  expect(sent).toEqual([
    { batch: [1, 2], isSentAgain: false },
    { batch: [1, 2], isSentAgain: true },
    { batch: [3], isSentAgain: false },
  ]);
});

test('an absent database loses no row, however often the writer tries, and does not count as a refusal', async () => {
  answers = [away, away, refused, away, refused];
  rows.push(...Array.from({ length: batchSize + 1 }, (_, n) => n));
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await expect(writer.writeAll(context)).rejects.toThrow();
  }
  await writer.writeAll(context);
  expect({ written, lost }).toEqual({ written: batchSize + 1, lost: 0 });
  expect(sent.map(({ isSentAgain }) => isSentAgain)).toEqual([false, true, true, true, true, true, false]);
});
