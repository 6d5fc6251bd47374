/** The SQL of a time as answers show it: in UTC, with six digits of a second. */
export function utcText(expression: string): string {
  return `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
