/** A table of Markdown: columns of one width, as Prettier writes them. */
export function rows(heads: readonly string[], cells: readonly (readonly string[])[]): string {
  const escaped = cells.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = heads.map((head, at) => Math.max(head.length, ...escaped.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return `${[line(heads), line(widths.map((width) => '-'.repeat(width))), ...escaped.map(line)].join('\n')}\n`;
}
