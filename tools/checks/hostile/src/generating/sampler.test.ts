import { ApiDocument, type Schema } from '@rapport/testbed';
import { expect, test } from 'vitest';
import { Memory } from '../memory.ts';
import { Random } from '../random.ts';
import { Sampler } from './sampler.ts';

test('a custom field is seldom one that every later create must have', () => {
  const sampler = new Sampler(new ApiDocument({ paths: {}, components: {} }), new Memory());
  const field = { type: 'object', properties: { isRequired: { type: 'boolean' } }, required: ['isRequired'] };
  const made = Array.from({ length: 1_000 }, (_, index) =>
    sampler.value(new Random(1, index), 'custom-field', 'body', field),
  );
  const required = made.filter((one) => (one as { isRequired: boolean }).isRequired);
  expect(required.length).toBeGreaterThan(0);
  expect(required.length).toBeLessThan(50);
});

test('a whole number without bounds is at times one that no column holds, and one with bounds never', () => {
  const sampler = new Sampler(new ApiDocument({ paths: {}, components: {} }), new Memory());
  const made = (schema: Schema): unknown[] =>
    Array.from({ length: 1_000 }, (_, index) => sampler.value(new Random(1, index), 'member', 'value', schema));
  const isFar = (value: unknown): boolean => Math.abs(Number(value)) >= 2 ** 31;
  const far = made({ type: 'integer' }).filter(isFar);
  expect(far.length).toBeGreaterThan(0);
  expect(far.length).toBeLessThan(200);
  expect(made({ type: 'integer', minimum: 1, maximum: 100 }).some(isFar)).toBe(false);
});
