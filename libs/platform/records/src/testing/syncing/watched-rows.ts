import type { Statement, TenantSql } from '@rapport/database';

/** Shows each statement that reads raw rows, with its values, before it is sent. */
export function watchedRows(sql: TenantSql, seen: (sent: Statement, values: readonly unknown[]) => void): TenantSql {
  const rows: TenantSql['rows'] = (context, sent, values = []) => {
    seen(sent, values);
    return sql.rows(context, sent, values);
  };
  return new Proxy(sql, {
    get: (target, name) => (name === 'rows' ? rows : (Reflect.get(target, name) as unknown)),
  });
}
