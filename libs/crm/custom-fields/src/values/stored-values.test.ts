import { expect, test } from 'vitest';
import { valuesWriter } from './stored-values.ts';

const write = valuesWriter(['b', 'longer', 'a']);

test('values are written in the order of the keys, and those of other keys are left out', () => {
  const stored = '{"a": "first", "b": 1.50, "gone": "x", "longer": "last"}';
  expect(write(stored)).toBe('[{"key":"b","value":1.50},{"key":"longer","value":"last"},{"key":"a","value":"first"}]');
});

test('what looks like an end within a text ends nothing', () => {
  const odd = String.raw`"\\\", \"b\": 1}\\"`;
  expect(write(`{"a": ${odd}, "b": 2}`)).toBe(`[{"key":"b","value":2},{"key":"a","value":${odd}}]`);
  expect(write(`{"b": 2, "longer": ${odd}}`)).toBe(`[{"key":"b","value":2},{"key":"longer","value":${odd}}]`);
});

test('a record without values, with values of disabled fields alone, or of a module without fields has an empty list', () => {
  expect(write('{}')).toBe('[]');
  expect(write('{"gone": "x"}')).toBe('[]');
  expect(valuesWriter([])('{"gone": "x"}')).toBe('[]');
});

test('one record leaves nothing to the next', () => {
  expect(write('{"a": "x"}')).toBe('[{"key":"a","value":"x"}]');
  expect(write('{"b": 1}')).toBe('[{"key":"b","value":1}]');
});

test.each(['', '[', '{"a', '{"a": "x', '{"a": 1', 'null'])('%j is no object of values, which is an error', (broken) => {
  expect(() => write(broken)).toThrow('stored custom fields');
});
