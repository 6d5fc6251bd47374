import { expect, test } from 'vitest';
import { statement } from './statement.ts';
import { renderForTenant, schemaName, sentTextOf, TenantText } from './tenant/tenant-text.ts';

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

test('the time that a lock may be waited for is the parameter after the last', () => {
  expect(statement('a', 'select $2, $1, f(:lock)')).toEqual({
    name: 'a',
    text: 'select $2, $1, f($3::int)',
    lockParameter: 3,
  });
  expect(statement('b', 'select f(:lock)').lockParameter).toBe(1);
  expect(statement('c', 'select 1').lockParameter).toBeNull();
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
