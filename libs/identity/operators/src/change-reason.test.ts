import { expect, test } from 'vitest';
import { changeReason } from './change-reason.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['%20', undefined],
  [' asked for by phone ', 'asked for by phone'],
  ['50%25+1', '50%+1'],
  ['K%C3%BCndigung', 'Kündigung'],
  [encodeURIComponent('🦉'.repeat(500)), '🦉'.repeat(500)],
])('the header %o gives the reason %o', (header, reason) => {
  expect(changeReason(header)).toBe(reason);
});

test.each([
  ['x'.repeat(501)],
  [encodeURIComponent('ü'.repeat(501))],
  ['%'],
  ['%FC'],
  ['%ED%A0%80'],
  ['Kündigung'],
  ['%00'],
])('the header %o is refused', (header) => {
  expect(() => changeReason(header)).toThrow(expect.objectContaining({ code: 'validation_failed' }) as Error);
});
