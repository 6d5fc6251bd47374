import type { SyncClient } from '../actors/sync-client.ts';
import type { History } from './history.ts';
import { judgeLog } from './judge-log.ts';
import { judgeReads } from './judge-reads.ts';
import { judgeWatermarks } from './judge-watermarks.ts';
import { judgeWrites } from './judge-writes.ts';
import { visibleItems, visibleRecords, type Truth, type Visibility } from './truth.ts';

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

/** A client's copy is what the database says. A list does not tell of deletes, so what is gone may stay in a copy of it. */
function judgeCopy(history: History, truth: Truth, { name, plan, copy }: JudgedClient): void {
  const visible = visibleRecords(truth, plan.visibility ?? everything);
  for (const [id, at] of visible) {
    const held = copy.get(id);
    if (held !== at) {
      history.violate('missed', `${name} holds the version of ${held}, the database that of ${at}`, id);
    }
  }
  const left = new Set(
    visibleItems(truth, plan.visibility ?? everything)
      .filter(({ operation }) => operation === 'deleted')
      .map(({ recordId }) => recordId),
  );
  for (const id of copy.keys()) {
    if (visible.has(id) || (plan.reads === 'list' && (left.has(id) || plan.visibility !== undefined))) {
      continue;
    }
    history.violate(left.has(id) ? 'missed' : 'phantom', `${name} holds a record that is not there`, id);
  }
}

/** Every committed change was delivered, and nothing else was. */
function judgeTold(history: History, truth: Truth, { name, plan, told, toldFrom }: JudgedClient): void {
  const visible = visibleItems(truth, plan.visibility ?? everything);
  if (plan.reads !== 'list' && toldFrom !== undefined) {
    for (const { id, at, recordId, operation } of visible) {
      if (at >= toldFrom && !told.has(id)) {
        history.violate('missed', `${name} was never told: ${operation} at ${at}`, recordId);
      }
    }
  }
  if (plan.visibility !== undefined) {
    return;
  }
  const known = new Map(visible.map((item) => [item.id, item]));
  for (const { id, at, recordId, operation } of told.values()) {
    const item = known.get(id);
    if (item === undefined && at <= truth.purgedTo) {
      continue;
    }
    if (item?.at !== at || item.recordId !== recordId || item.operation !== operation) {
      history.violate('phantom', `${name} was told: ${operation} at ${at}, which was never committed`, recordId);
    }
  }
}
