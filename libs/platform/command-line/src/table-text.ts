/** A document as people read it: lines of name and value, and each list as a table. */
export function tableText(document: object, width = process.stdout.columns): string {
  const plain: string[][] = [];
  const lists: string[] = [];
  for (const [name, value] of Object.entries(flat(document))) {
    if (isList(value)) {
      lists.push(listText(name, value, width));
    } else {
      plain.push([name, cellText(value)]);
    }
  }
  return [...(plain.length === 0 ? [] : [aligned(plain)]), ...lists].join('\n\n');
}

function listText(name: string, items: readonly object[], width: number): string {
  if (items.length === 0) {
    return `There are no ${wordsOf(name)}.`;
  }
  const rows = items.map((item) => flat(item));
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => heads.map((head) => cellText(row[head])));
  const table = aligned([heads, ...cells]);
  const isNarrow = table.split('\n').every((line) => line.length <= width);
  // A table that is wider than the terminal is shown item by item, because wrapped lines are no table.
  return isNarrow ? table : rows.map((row) => tableText(row, Infinity)).join('\n\n');
}

/** Columns of one width. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Members of members stand beside the others, as `owner.email`. */
function flat(document: object): Record<string, unknown> {
  const members = Object.entries(document).map(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(flat(value as object)).map(([inner, each]) => [`${name}.${inner}`, each])
      : [[name, value]],
  );
  return Object.fromEntries(members.flat());
}

function isList(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null);
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) {
    return '-';
  }
  if (isList(value)) {
    return value.map((item) => Object.values(item).map(cellText).join(' ')).join(', ') || '-';
  }
  if (Array.isArray(value)) {
    return value.map(cellText).join(', ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `apiClients` are API clients. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
