import { requestBody } from '@rapport/http-contract';
import { customFieldTypes } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { optionList, optionRules } from './option-rules.ts';

const body = requestBody('Field', { fieldType: z.enum(customFieldTypes), options: optionList().default([]) }, [], {
  rules: optionRules,
});

test.each([
  ['select', ['a', 'b'], []],
  ['select', [], ['options']],
  ['select', ['a', 'b', 'a'], ['options']],
  ['text', [], []],
  ['text', ['a'], ['options']],
  ['text', [7, 'a', 'a'], ['options', 'options[0]']],
  ['none', ['a', 'a'], ['fieldType', 'options']],
])('a field of the type %s with the options %j is wrong at %j', (fieldType, options, places) => {
  const { error } = body.safeParse({ fieldType, options });
  expect([...new Set(error?.issues.map(({ path }) => z.core.toDotPath(path)))].toSorted()).toEqual(places);
});
