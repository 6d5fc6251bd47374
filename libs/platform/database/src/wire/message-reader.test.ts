import { expect, test } from 'vitest';
import { textOf } from './byte-text.ts';
import { MessageReader } from './message-reader.ts';
import { RowMessage } from './row-message.ts';

const values = ['plain', null, '', 'çöğ 😀', '"\\\n', 'x'.repeat(300)];

function message(code: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, code);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function row(): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(values.length);
  const fields = values.map((value) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(value === null ? -1 : Buffer.byteLength(value));
    return Buffer.concat([length, Buffer.from(value ?? '')]);
  });
  return message('D', Buffer.concat([count, ...fields]));
}

const bindComplete = message('2', Buffer.alloc(0));
const commandComplete = message('C', Buffer.from('SELECT 2\0'));
const ready = message('Z', Buffer.from('I'));
const answer = Buffer.concat([bindComplete, row(), row(), commandComplete, ready]);
const names = ['bindComplete', 'dataRow', 'dataRow', 'commandComplete', 'readyForQuery'];

test.each([1, 2, 3, 7, 64, answer.length])(
  'an answer that comes %i bytes at a time is received message by message',
  (size) => {
    const received: string[] = [];
    const rows: (string | null)[][] = [];
    const reader = new MessageReader((message) => {
      received.push(message.name);
      if (message instanceof RowMessage) {
        rows.push(message.fields);
        rows.push(message.raw.map((value) => (value === null ? null : textOf(value))));
      }
    });
    for (let at = 0; at < answer.length; at += size) {
      reader.read(Buffer.from(answer.subarray(at, at + size)));
    }
    expect(received).toEqual(names);
    expect(rows).toEqual([values, values, values, values]);
  },
);

test('a raw value has a character for each byte', () => {
  let raw: (string | null)[] = [];
  new MessageReader((message) => {
    if (message instanceof RowMessage) {
      raw = message.raw;
    }
  }).read(row());
  expect(raw[3]).toBe('Ã§Ã¶Ä\u009f ð\u009f\u0098\u0080');
});
