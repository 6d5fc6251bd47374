import { ApiDocument } from '@rapport/testbed';
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
