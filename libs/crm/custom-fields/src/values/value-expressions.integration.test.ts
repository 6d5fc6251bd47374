import { statement, textOf } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import type { CallContext } from '@rapport/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valuesWriter } from './stored-values.ts';
import { changedValues, shownValues } from '@rapport/records';

const context: CallContext = { trace: { traceId: 'test', traceparent: '' } };
const databases = await databasesOfFile();
const database = databases.connect('rapport_public_api');

const show = statement(
  'show_values',
  `select record.custom_fields::text, (select row_to_json(shown)::text from (
  select ${shownValues('record.custom_fields', ':keys')} as "customFields"
) shown) from (select :values::jsonb as custom_fields) record`,
  { names: ['keys'] },
);

const apply = statement(
  'apply_change',
  `select (${changedValues(':before::jsonb', ':set', ':cleared')})::text as stored`,
  { names: ['before', 'set', 'cleared'] },
);

const key = fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,8}$/);
/** JSONB keeps neither U+0000 nor half of a surrogate pair, and no value holds one. */
const text = fc
  .oneof(fc.string({ unit: 'binary' }), fc.string(), fc.stringMatching(/^["\\{}:, ğ\u{1f600}\n]*$/u))
  .filter((value) => !value.includes('\u0000') && value.isWellFormed());
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
const values = fc.dictionary(key, fc.oneof(text, number), { maxKeys: 12 });

test('the process cuts out the very bytes that PostgreSQL renders, and a client reads the very values', async () => {
  await fc.assert(
    fc.asyncProperty(
      values,
      fc.array(key, { maxLength: 4 }),
      fc.infiniteStream(fc.boolean()),
      async (set, more, coin) => {
        const keys = [...new Set([...Object.keys(set).filter(() => coin.next().value === true), ...more])].reverse();
        const [row] = await database.cell('cell').rows(context, show.with({ values: set, keys }));
        const [stored = '', rendered = ''] = row ?? [];
        expect(`{"customFields":${valuesWriter(keys)(stored ?? '')}}`).toBe(rendered);
        const shown = JSON.parse(textOf(rendered ?? '')) as { customFields: unknown };
        expect(shown.customFields).toEqual(
          keys.filter((name) => Object.hasOwn(set, name)).map((name) => ({ key: name, value: set[name] })),
        );
      },
    ),
    { numRuns: 500 },
  );
}, 120_000);

test('a change takes out what it clears, sets what it sets, and leaves the rest', async () => {
  const before = { kept: 'a', changed: 1, gone: 'b' };
  const stored = async (set: object, cleared: readonly string[]) => {
    const [row] = await database.cell('cell').query<{ stored: string }>(context, apply.with({ before, set, cleared }));
    return JSON.parse(row?.stored ?? '') as unknown;
  };
  expect(await stored({ changed: 2, constructor: 'c' }, ['gone', 'none'])).toEqual({
    kept: 'a',
    changed: 2,
    constructor: 'c',
  });
  expect(await stored({}, [])).toEqual(before);
});
