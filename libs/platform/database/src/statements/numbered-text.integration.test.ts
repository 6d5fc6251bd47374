import { expect, test } from 'vitest';
import { statement } from './statement.ts';
import { databasesOfFile } from '../testing/index.ts';

const context = { trace: { traceId: 'test', traceparent: '' } };
const databases = await databasesOfFile();
const { control } = databases.connect('rapport_public_api');

/** Each text with its names, each of which stands for itself, and with what PostgreSQL answers. */
test.each<[string, string, readonly string[], string]>([
  ['a cast', 'select :a::text::varchar', ['a'], 'a'],
  ['a name that comes twice', 'select concat(:b::text,:a::text, :b)', ['b', 'a'], 'bab'],
  ['names beside signs', `select (array[:a,:b])[1]||:c where :a=:a and not(:b=:a)`, ['a', 'b', 'c'], 'ac'],
  ['a text in quotes', `select ':x '' :y' || :a`, ['a'], `:x ' :ya`],
  ['a text with escapes', String.raw`select e':x \' :y' || :a`, ['a'], `:x ' :ya`],
  ['a time and JSON', `select time '12:30:00' || '{"x":true}' || :a`, ['a'], '12:30:00{"x":true}a'],
  ['a quoted name', `select ":x ""y" || :a from (select 'z' as ":x ""y") one`, ['a'], 'za'],
  ['texts between dollars', 'select $$:x$$ || $some$:y$$$some$ || :a', ['a'], ':x:y$$a'],
  ['comments', `select 'x' -- it's :x\n || /* :y\n ' */ :a`, ['a'], 'xa'],
  ['a slice', `select (list[1:2])[i:n]::text || :a from (select array['x', 'y'] list, 1 i, 2 n) one`, ['a'], '{x,y}a'],
  [
    'slices behind brackets',
    `select (list[least(1, n):i[1]])::text || :a from (select array['x'] list, 1 n, array[1] i) one`,
    ['a'],
    '{x}a',
  ],
  [
    'an argument with its name',
    `select repeat(:a, n) from (select extract(day from make_interval(days := 2))::int n) one`,
    ['a'],
    'aa',
  ],
])('PostgreSQL reads %s as it is meant', async (_, text, names, answer) => {
  nth += 1;
  const read = statement(`test_text_${nth}`, text);
  expect(read.names).toEqual(names);
  const [row] = await control.rows(context, read.with(Object.fromEntries(names.map((name) => [name, name]))));
  expect(row).toEqual([answer]);
});
let nth = 0;
