/**
 * The stored values as JSON, as the answer of a record shows them: those of the keys, in their order. `column` is the
 * JSONB of the record, `keys` the parameter with the keys of the enabled fields.
 */
export function shownValues(column: string, keys: string): string {
  return `case when ${column} = '{}' then '[]'::json else cell.shown_values(${column}, ${keys}) end`;
}

/** The stored values after a change: the same as before it where it changes nothing. */
export function changedValues(column: string, set: string, cleared: string): string {
  return `(${column} - ${cleared}::text[]) || ${set}::jsonb`;
}
