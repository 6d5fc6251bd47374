import type { ReactNode } from 'react';

export interface Bar {
  readonly text: string;
  readonly value: number;
  /** The value as people read it. */
  readonly shown: string;
}

/** Bars below each other. Their table says the same to those who do not see them, and holds the exact values. */
export function Bars({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }): ReactNode {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  return (
    <figure className="bars">
      <svg viewBox={`0 0 ${width} ${bars.length * rowHeight}`} role="img" preserveAspectRatio="none" aria-label={label}>
        {bars.map(({ text, value }, row) => (
          <rect
            key={text}
            x="0"
            y={row * rowHeight + 3}
            height={rowHeight - 6}
            width={most === 0 ? 0 : Math.max((value / most) * width, value > 0 ? 2 : 0)}
          />
        ))}
      </svg>
      <table aria-label={label}>
        <tbody>
          {bars.map(({ text, shown }) => (
            <tr key={text}>
              <th scope="row">{text}</th>
              <td className="number">{shown}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

const width = 300;
const rowHeight = 34;
