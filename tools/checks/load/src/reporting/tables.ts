import type { Room } from '../judging/room.ts';
import type { K6Metric } from '../k6/run-k6.ts';
import { escaped } from './escaped.ts';

/** The times of each kind of request, the slowest first. */
export function timesTable(metrics: Readonly<Record<string, K6Metric>>): string {
  const rows = Object.entries(metrics)
    .filter(([name, { type }]) => type === 'trend' && name.startsWith('http_req_duration') && !isOfK6(name))
    .sort(([, one], [, other]) => (other.values['p(99)'] ?? 0) - (one.values['p(99)'] ?? 0))
    .map(([name, { values }]) => [
      name.replace('http_req_duration', 'all').replace(/^all\{(.*)\}$/, '$1'),
      ...['med', 'p(95)', 'p(99)', 'max'].map((figure) => values[figure]?.toFixed(1) ?? ''),
    ]);
  return table(['requests', 'median ms', 'p95', 'p99', 'longest'], rows);
}

/** k6 makes a series of its own of the requests that did not fail. */
function isOfK6(name: string): boolean {
  return name.includes('{expected_response:');
}

export function roomTable(rooms: readonly Room[]): string {
  const rows = rooms.map(({ process, meanPercent, greatestPercent, eventLoopLagMs, waiting }) => [
    process,
    `${meanPercent.toFixed(0)} %`,
    `${greatestPercent.toFixed(0)} %`,
    eventLoopLagMs?.toFixed(1) ?? '',
    waiting?.toFixed(0) ?? '',
  ]);
  const heads = ['process', 'of a processor, mean', 'greatest', 'event loop p99 ms, greatest', 'most that waited'];
  return table(heads, rows);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return `<table>${[row(heads, 'th'), ...rows.map((cells) => row(cells, 'td'))].join('\n')}</table>`;
}
