/**
 * PostgreSQL's text of a time in UTC (`2026-01-31 09:30:00.1234+00`, in its JSON `2026-01-31T09:30:00.1234+00:00`) as
 * answers show it, with six digits. A Date would lose three of them.
 */
export function timeOf(text: string): string {
  if (text.length === sixDigitsLength) {
    return `${text.slice(0, 10)}T${text.slice(11, 26)}Z`;
  }
  const zone = text.indexOf('+', 19);
  const digits = zone > 19 ? text.slice(20, zone) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${digits.padEnd(6, '0')}Z`;
}

const sixDigitsLength = '2026-01-31 09:30:00.123456+00'.length;
