/**
 * The stored values as JSON, as the answer of a record shows them: those of the keys, in their order. `column` is the
 * JSONB of the record, `keys` the parameter with the keys of the enabled fields. A key needs no escape, and a value
 * stands as PostgreSQL prints it within the column too.
 */
export function shownValues(column: string, keys: string): string {
  return `case when ${column} = '{}' then '[]' else (
  select '[' || coalesce(string_agg('{"key":"' || shown.key || '","value":' || (${column} -> shown.key)::text || '}', ','
    order by shown.place), '') || ']'
  from unnest(${keys}::text[]) with ordinality as shown (key, place) where ${column} ? shown.key
) end::json`;
}

/** The stored values after a change: the same as before it where it changes nothing. */
export function changedValues(column: string, set: string, cleared: string): string {
  return `(${column} - ${cleared}::text[]) || ${set}::jsonb`;
}
