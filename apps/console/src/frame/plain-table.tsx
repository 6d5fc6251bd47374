import type { ReactNode } from 'react';

interface PlainTableProps {
  /** The accessible name of the table. */
  readonly label: string;
  readonly heads: readonly string[];
  /** The cells of each row, whose first names the row. */
  readonly rows: readonly (readonly ReactNode[])[];
  /** Whether a long table scrolls in its place. */
  readonly isLow?: boolean;
}

/** A table of what is no list of records. */
export function PlainTable({ label, heads, rows, isLow = false }: PlainTableProps): ReactNode {
  return (
    <div className={`scrolled${isLow ? ' low' : ''}`} tabIndex={0} role="group" aria-label={`${label}, scrolled`}>
      <table aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells], index) => (
            <tr key={index}>
              <th scope="row">{first}</th>
              {cells.map((cell, place) => (
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
