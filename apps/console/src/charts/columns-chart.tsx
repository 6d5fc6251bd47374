import type { ReactNode } from 'react';

export interface Column {
  readonly name: string;
  readonly value: number;
}

/** Columns beside each other, drawn as they are high. The same numbers stand in a table beside it. */
export function ColumnsChart({
  label,
  columns,
}: {
  readonly label: string;
  readonly columns: readonly Column[];
}): ReactNode {
  const most = Math.max(1, ...columns.map(({ value }) => value));
  const step = width / Math.max(columns.length, columnsMin);
  return (
    <svg className="chart" role="img" aria-label={label} viewBox={`0 0 ${width} ${height + below}`}>
      {columns.map(({ name, value }, index) => {
        const high = (value / most) * (height - above);
        return (
          <rect key={name} x={index * step + step * 0.1} y={height - high} width={step * 0.8} height={high}>
            <title>{`${name}: ${value.toLocaleString()}`}</title>
          </rect>
        );
      })}
      <line x1={0} x2={width} y1={height} y2={height} />
      <text x={0} y={12}>{`At most ${most.toLocaleString()}`}</text>
      <text x={0} y={height + 16}>
        {columns[0]?.name}
      </text>
      {columns.length > 1 && (
        <text x={columns.length * step} y={height + 16} textAnchor={columns.length > 15 ? 'end' : 'start'}>
          {columns.at(-1)?.name}
        </text>
      )}
    </svg>
  );
}

const [width, height, above, below] = [640, 160, 20, 22];

/** Few columns stay narrow. */
const columnsMin = 31;
