import { expect, test } from 'vitest';
import { CursorCodec, type Cursor } from './cursor.ts';

const codec = new CursorCodec(Buffer.alloc(32, 1));
const cursor: Cursor = {
  epoch: 1,
  tenant: '01890000-0000-7000-8000-000000000000',
  client: null,
  read: 'customers',
  updatedFrom: '2026-01-31T09:30:00.123456Z',
  watermark: '2026-01-31T09:30:01.124000Z',
  position: ['2026-01-31T09:30:00.500000Z', '01890000-0000-7000-8000-000000000001'],
};

test('a cursor is read back as it was written, and fits into an address', () => {
  const text = codec.encode(cursor);
  expect(codec.decode(text)).toEqual(cursor);
  expect(text).toMatch(/^[\w.-]+$/);
  expect(text.length).toBeLessThan(500);
});

test('not one character of a cursor can be changed, left out or added', () => {
  const text = codec.encode(cursor);
  for (let at = 0; at <= text.length; at += 1) {
    for (const other of ['A', 'B', '_', '.', '=', ' ', '']) {
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      if (changed !== text) {
        expect(() => codec.decode(changed)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
      }
    }
  }
});

test('a cursor of another key, or one of any length, is refused', () => {
  const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(() => new CursorCodec(two).decode(codec.encode(cursor))).toThrow();
  // A key that came in front keeps the cursors of the others good, and makes those that follow.
  expect(new CursorCodec(two, one).decode(codec.encode(cursor))).toEqual(cursor);
  expect(() => codec.decode(new CursorCodec(two, one).encode(cursor))).toThrow();
  expect(() => codec.decode('A'.repeat(1_000_000))).toThrow();
});
