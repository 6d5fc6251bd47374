/**
 * The stored values as JSON, as the answer of a record shows them: those of the keys, in their order. `column` is the
 * JSONB of the record, `keys` the parameter with the keys of the enabled fields.
 */
export function shownValues(column: string, keys: string): string {
  return `case when ${column} = '{}' then '[]'::json else cell.shown_values(${column}, ${keys}) end`;
}

/** The most bytes of a record's custom fields together, as JSON. */
const customBytesMax = 65_536;

/** Whether these values are more than a record may have. */
export function areTooMany(values: string): string {
  return `octet_length((${values})::text) > ${customBytesMax}`;
}

/** The answer to a caller whose record would have more. */
export const tooManyValues = {
  member: 'customFields',
  message: `The custom fields of a record may have ${customBytesMax} bytes together, as JSON; shorten or clear some.`,
};

/** The stored values after a change: the same as before it where it changes nothing. */
export function changedValues(column: string, set: string, cleared: string): string {
  return `(${column} - ${cleared}::text[]) || ${set}::jsonb`;
}
