import type { History } from './history.ts';
import type { Truth } from './truth.ts';

/** All that is known of one record in the order in which it happened, for a reader of the report. */
export function storyOf(history: History, truth: Truth, recordId: string): string[] {
  const lines: [at: number, text: string][] = [];
  const writes = history.writes.filter((write) => write.recordId === recordId);
  for (const { writer, kind, value, startedAt, endedAt, outcome, stamp } of writes) {
    const until = endedAt === undefined ? '...' : seconds(endedAt);
    lines.push([startedAt, `${writer} ${kind} ${value}, answered ${until}: ${outcome} ${stamp ?? ''}`]);
  }
  const [first = 0, last = 0] = [writes[0]?.startedAt, writes.at(-1)?.endedAt];
  for (const { client, kind, from, until, rows, startedAt, firstPageAt, pages, isWhole } of history.reads) {
    const row = [...rows.values()].findLast((seen) => seen.recordId === recordId);
    const isNear = startedAt < last + nearMs && firstPageAt > first - nearMs;
    if (row === undefined && !isNear) {
      continue;
    }
    const shown = row === undefined ? 'without it' : `with ${row.operation ?? 'it'} of ${row.at}`;
    const summary = `${client} ${kind} from ${from} to ${until}, ${rows.size} rows on ${pages} pages${isWhole ? '' : ', cut off'}`;
    lines.push([firstPageAt, `${summary}: ${shown}`]);
  }
  for (const { at, text } of history.notes) {
    lines.push([at, `--- ${text}`]);
  }
  const story = lines.toSorted(([one], [two]) => one - two).map(([at, text]) => `${seconds(at)}  ${text}`);
  return [...shortened(story), ...inDatabase(truth, recordId)];
}

function inDatabase({ records, items }: Truth, recordId: string): string[] {
  const record = records.get(recordId);
  const log = items.filter((item) => item.recordId === recordId);
  return [
    `in the database: ${record === undefined ? 'no record' : `version ${record.version} of ${record.at}, ${record.name}`}`,
    ...log.map(({ operation, version, at, id }) => `  item ${id}: ${operation}, version ${version}, ${at}`).slice(-12),
  ];
}

const nearMs = 200;
const linesMax = 60;

function shortened(lines: string[]): string[] {
  if (lines.length <= linesMax) {
    return lines;
  }
  const half = linesMax / 2;
  return [...lines.slice(0, half), `... ${lines.length - linesMax} lines left out ...`, ...lines.slice(-half)];
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(3).padStart(9)} s`;
}
