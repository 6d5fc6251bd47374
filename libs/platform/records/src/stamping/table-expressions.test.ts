import { expect, test } from 'vitest';
import { withExpressions } from './table-expressions.ts';

const before = `before as materialized (\n  select id from tenant.customer where name is distinct from $1\n)`;
const stamped = `stamped as (\n  select at, before.id from cell.stamp(1) at, before\n)`;

test('expressions stand in front of the last text, each behind those that it names', () => {
  expect(withExpressions([before, stamped], 'select id from stamped join before on true')).toBe(
    `with ${before},\n${stamped}\nselect id from stamped join before on true`,
  );
  expect(withExpressions([before], `select cell.ask('select true from gone', id) from before`)).toContain('gone');
});

test.each([
  ['one that stands behind it', [stamped, before], 'select'],
  ['one that is not there', [before], 'select id from before join written on true'],
  ['itself', ['gate as (select id from gate)'], 'select'],
])('a statement is not composed with an expression that names %s', (_, expressions, last) => {
  expect(() => withExpressions(expressions, last)).toThrow(/does not stand in front of it/);
});
