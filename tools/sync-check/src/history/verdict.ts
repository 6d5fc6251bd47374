import type { SyncClient } from '../actors/sync-client.ts';
import type { History } from './history.ts';
import { judgeReads } from './judge-reads.ts';
import { judgeWatermarks } from './judge-watermarks.ts';
import { visibleItems, visibleRecords, type TrueItem, type Truth, type Visibility } from './truth.ts';

/** What a client ends with. */
export type JudgedClient = Pick<SyncClient, 'name' | 'plan' | 'copy' | 'told' | 'toldFrom'>;

export interface Judged {
  readonly history: History;
  readonly clients: readonly JudgedClient[];
  readonly truth: Truth;
}

/** Compares what clients were given with what the database holds; what does not fit is added to the history. */
export function judge({ history, clients, truth }: Judged): void {
  judgeLog(history, truth);
  judgeWrites(history, truth);
  for (const client of clients) {
    judgeCopy(history, truth, client);
    judgeTold(history, truth, client);
  }
  judgeWatermarks(history);
  const seenBy = new Map(
    clients.map(({ name, plan }) => [name, plan.mayBeTooOld ? undefined : (plan.visibility ?? everything)]),
  );
  judgeReads(history, truth, seenBy);
}

const everything: Visibility = { scope: 'all' };

/** Every version of every record has one item, and the newest one has the record's own time. */
function judgeLog(history: History, { records, items, purgedTo }: Truth): void {
  const versions = new Map<string, TrueItem[]>();
  const ids = new Set<string>();
  for (const item of items) {
    if (ids.has(item.id))
      history.violate('twice', `the item ${item.id} is in the feed and in the outbox`, item.recordId);
    ids.add(item.id);
    const story = versions.get(item.recordId);
    if (story === undefined) versions.set(item.recordId, [item]);
    else story.push(item);
  }
  for (const [recordId, story] of versions) {
    const first = story[0]?.version ?? 1;
    const isGapless = story.every(({ version }, n) => version === first + n);
    if (!isGapless || (first !== 1 && purgedTo === '')) {
      const told = story.map(({ version, operation }) => `${version} ${operation}`).join(', ');
      history.violate('change without item', `the items of a record are ${told}`, recordId);
    }
  }
  for (const { id, at, version } of records.values()) {
    const newest = versions.get(id)?.at(-1);
    if (at <= purgedTo && newest === undefined) continue;
    if (newest?.at !== at || newest.version !== version || newest.operation === 'deleted') {
      const told = newest === undefined ? 'none' : `version ${newest.version} of ${newest.at}, ${newest.operation}`;
      history.violate(
        'change without item',
        `the record has version ${version} of ${at}, its newest item is ${told}`,
        id,
      );
    }
  }
}

/** What was answered was done, once. */
function judgeWrites(history: History, { records, items, purgedTo }: Truth): void {
  const changes = new Set(items.map(({ recordId, at }) => `${recordId} ${at}`));
  const deleted = new Set(items.filter(({ operation }) => operation === 'deleted').map(({ recordId }) => recordId));
  const made = new Map<string, string>();
  for (const { id, origin } of records.values()) {
    const other = origin === null ? undefined : made.get(origin);
    if (other !== undefined) history.violate('doubled write', `the create ${origin} made ${other} and ${id}`, id);
    if (origin !== null) made.set(origin, id);
  }
  for (const { kind, outcome, recordId, stamp, value } of history.writes) {
    if (outcome !== 'done' || recordId === undefined) continue;
    if (
      kind === 'delete'
        ? records.has(recordId)
        : stamp !== undefined && stamp > purgedTo && !changes.has(`${recordId} ${stamp}`)
    ) {
      history.violate('lost write', `the ${kind} ${value} was answered and is not there`, recordId);
    }
    const record = records.get(recordId);
    if (kind !== 'delete' && record === undefined && !deleted.has(recordId) && (stamp ?? '') > purgedTo) {
      history.violate(
        'lost write',
        `the ${kind} ${value} was answered, and the record is gone though nobody deleted it`,
        recordId,
      );
    }
    if (record !== undefined && record.at === stamp && record.name !== value) {
      history.violate('lost write', `the ${kind} ${value} of ${stamp} left ${record.name} behind`, recordId);
    }
  }
}

/** A client's copy is what the database says. A list does not tell of deletes, so what is gone may stay in a copy of it. */
function judgeCopy(history: History, truth: Truth, { name, plan, copy }: JudgedClient): void {
  const visible = visibleRecords(truth, plan.visibility ?? everything);
  for (const [id, at] of visible) {
    const held = copy.get(id);
    if (held !== at) history.violate('missed', `${name} holds the version of ${held}, the database that of ${at}`, id);
  }
  const left = new Set(
    visibleItems(truth, plan.visibility ?? everything)
      .filter(({ operation }) => operation === 'deleted')
      .map(({ recordId }) => recordId),
  );
  for (const id of copy.keys()) {
    if (visible.has(id) || (plan.reads === 'list' && (left.has(id) || plan.visibility !== undefined))) continue;
    history.violate(left.has(id) ? 'missed' : 'phantom', `${name} holds a record that is not there`, id);
  }
}

/** Every committed change was delivered, and nothing else was. */
function judgeTold(history: History, truth: Truth, { name, plan, told, toldFrom }: JudgedClient): void {
  const visible = visibleItems(truth, plan.visibility ?? everything);
  if (plan.reads !== 'list' && toldFrom !== undefined) {
    for (const { id, at, recordId, operation } of visible) {
      if (at >= toldFrom && !told.has(id))
        history.violate('missed', `${name} was never told: ${operation} at ${at}`, recordId);
    }
  }
  if (plan.visibility !== undefined) return;
  const known = new Map(visible.map((item) => [item.id, item]));
  for (const { id, at, recordId, operation } of told.values()) {
    const item = known.get(id);
    if (item === undefined && at <= truth.purgedTo) continue;
    if (item?.at !== at || item.recordId !== recordId || item.operation !== operation) {
      history.violate('phantom', `${name} was told: ${operation} at ${at}, which was never committed`, recordId);
    }
  }
}
