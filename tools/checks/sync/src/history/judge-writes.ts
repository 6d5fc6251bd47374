import type { History, Write } from './history.ts';
import type { Truth } from './truth.ts';

/** Every write that was answered was done, and done once. */
export function judgeWrites(history: History, truth: Truth): void {
  const { records, items } = truth;
  const made = new Map<string, string>();
  for (const { id, origin } of records.values()) {
    if (origin === null) {
      continue;
    }
    const other = made.get(origin);
    if (other !== undefined) {
      history.violate('doubled write', `the create ${origin} made ${other} and ${id}`, id);
    }
    made.set(origin, id);
  }
  const changes = new Set(items.map(({ recordId, at }) => `${recordId} ${at}`));
  const deleted = new Set(items.filter(({ operation }) => operation === 'deleted').map(({ recordId }) => recordId));
  for (const write of history.writes) {
    const { kind, outcome, recordId, value } = write;
    if (outcome !== 'done' || recordId === undefined) {
      continue;
    }
    const wrong =
      kind === 'delete' ? wrongDelete(recordId, truth, deleted) : wrongChange(write, recordId, truth, changes, deleted);
    if (wrong !== undefined) {
      history.violate('lost write', `the ${kind} ${value} was answered, and ${wrong}`, recordId);
    }
  }
}

function wrongDelete(recordId: string, { records, purgedTo }: Truth, deleted: ReadonlySet<string>): string | undefined {
  if (records.has(recordId)) {
    return 'the record is there';
  }
  return deleted.has(recordId) || purgedTo !== '' ? undefined : 'no item shows it';
}

function wrongChange(
  { stamp = '', value }: Write,
  recordId: string,
  { records, purgedTo }: Truth,
  changes: ReadonlySet<string>,
  deleted: ReadonlySet<string>,
): string | undefined {
  if (stamp <= purgedTo) {
    return undefined;
  }
  if (!changes.has(`${recordId} ${stamp}`)) {
    return `no item has its stamp ${stamp}`;
  }
  const record = records.get(recordId);
  if (record === undefined) {
    return deleted.has(recordId) ? undefined : 'the record is gone though no client deleted it';
  }
  return record.at === stamp && record.name !== value ? `the record of ${stamp} is called ${record.name}` : undefined;
}
