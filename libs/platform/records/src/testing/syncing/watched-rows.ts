import type { TenantSql } from '@rapport/database';

/** Tells of each statement that reads raw rows before it is sent. */
export function watchedRows(sql: TenantSql, seen: () => void): TenantSql {
  const rows: TenantSql['rows'] = (context, sent) => {
    seen();
    return sql.rows(context, sent);
  };
  return new Proxy(sql, {
    get: (target, name) => (name === 'rows' ? rows : (Reflect.get(target, name) as unknown)),
  });
}
