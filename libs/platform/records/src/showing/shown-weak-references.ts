import { columnName, type Column } from '../defining/column.ts';
import type { RecordDefinition } from '../defining/definition.ts';

/** The lists that a row of `record` shows, and ids of records that may be gone, by the names of their columns. */
export function shownWeakReferences({ columns }: RecordDefinition): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(columns).flatMap(([member, column]) => {
      const name = columnName(member);
      const shown = shownAs(`record.${name}`, column);
      return shown === null ? [] : [[name, shown]];
    }),
  );
}

function shownAs(value: string, { type, weakTo }: Column<unknown, unknown>): string | null {
  if (type === 'text[]') {
    return `to_json(${value})`;
  }
  if (weakTo === undefined) {
    return null;
  }
  return type === 'uuid[]'
    ? `case ${value} when '{}' then json '[]' else (select coalesce(json_agg(target.id order by listed.place), '[]')
      from unnest(${value}) with ordinality as listed (id, place) join tenant.${weakTo} target on target.id = listed.id) end`
    : `(select target.id from tenant.${weakTo} target where target.id = ${value})`;
}
