import { expect, test } from 'vitest';
import { composed, statement } from './statement.ts';
import { renderForTenant, schemaName, sentTextOf, TenantText } from '../tenant/tenant-text.ts';

test('a schema is named by digits alone, so that its name needs no quotes', () => {
  expect([schemaName(1), schemaName(42), schemaName(1_234_567)]).toEqual(['t00001', 't00042', 't1234567']);
  for (const wrong of [0, -1, 1.5, Number.NaN, 2 ** 31]) {
    expect(() => schemaName(wrong)).toThrow();
  }
});

test('the schema and the number stand only where they are meant', () => {
  const text = `select :tenant, cell.stamp(:tenant, 'tenant.clock'), o.tenant, x::tenant from tenant.customer c, cell.tenant_schema s where cell.tenant.id = 1`;
  expect(renderForTenant(text, 42)).toBe(
    `select 42, cell.stamp(42, 't00042.clock'), o.tenant, x::tenant from t00042.customer c, cell.tenant_schema s where cell.tenant.id = 1`,
  );
});

test('each name has a number by its first place, and the values come in that order', () => {
  const find = statement('a', 'select :second::text, :first, :second');
  expect([find.text, find.names]).toEqual(['select $1::text, $2, $1', ['second', 'first']]);
  expect(find.with({ first: 1, second: null })).toEqual({ statement: find, values: [null, 1] });
});

test('the schema and the number of the tenant are no values', () => {
  expect(statement('a', `select ':x', :tenant from :schema.x`).names).toEqual([]);
});

test('a name that is missing or is not in the text does not compile', () => {
  const find = statement('a', `select ':no' from x[1:y] where a = :id::uuid and b=any(:names) and (c - :days) > :days`);
  // @ts-expect-error A name is missing.
  expect(() => find.with({ id: 1, names: [] })).toThrow('a lacks :days');
  // @ts-expect-error The text has no such name.
  expect(find.with({ id: 1, names: [], days: 2, others: 3 }).values).toEqual([1, [], 2]);
  // @ts-expect-error A statement with names is not sent without its values.
  expect(() => void find.statement).toThrow('a lacks its values');
  expect(statement('b', 'select 1').values).toEqual([]);
});

test('the names of a text that is made of pieces are those that stand in it and those that are listed', () => {
  const condition: string = 'x = :x';
  const find = statement('a', `select from y where ${condition} and z = :z`, { names: ['x'] });
  expect(find.with({ x: 1, z: 2 }).values).toEqual([1, 2]);
  // @ts-expect-error A listed name is missing.
  expect(() => find.with({ z: 2 })).toThrow('a lacks :x');
});

test('a text that is composed for a request is sent with those of the values that it names', () => {
  const { statement: sent, values } = composed('a', 'select :b, :a', { a: 1, b: 2, c: 3 });
  expect([sent.text, sent.isComposed, values]).toEqual(['select $1, $2', true, [2, 1]]);
});

test('the indentation of the source is not sent', () => {
  expect(statement('a', '\n  select 1\n    from x\n').text).toBe('select 1\nfrom x');
});

test('a name that PostgreSQL would cut is refused', () => {
  expect(() => statement('x'.repeat(49), 'select 1')).toThrow();
  expect(() => statement('Upper', 'select 1')).toThrow();
});

test('the text that is sent for a tenant has a name of its own, and shares its template with other tenants', () => {
  const found = statement('found', 'select * from tenant.customer');
  const sentText = new TenantText(found, 1);
  expect(sentTextOf(found, 1)).toEqual({ name: 't00001_found', text: 'select * from t00001.customer' });
  expect({ name: sentText.name, text: sentText.text }).toEqual(sentTextOf(found, 1));
  expect(sentText.template).toBe(found.text);
});
