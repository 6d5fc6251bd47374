import type { SyncClient } from '../actors/sync-client.ts';
import type { History } from './history.ts';
import { judgeLog } from './judge-log.ts';
import { judgeReads } from './judge-reads.ts';
import { judgeWatermarks } from './judge-watermarks.ts';
import { judgeWrites } from './judge-writes.ts';
import { visibleItems, visibleRecords, type Truth, type Visibility } from './truth.ts';

/** A client with what it holds in the end. */
export type JudgedClient = Pick<SyncClient, 'name' | 'plan' | 'copy' | 'given' | 'givenFrom'>;

export interface Judged {
  readonly history: History;
  readonly clients: readonly JudgedClient[];
  readonly truth: Truth;
}

/** Compares what clients were given with what the database holds, and adds each difference to the history. */
export function judge({ history, clients, truth }: Judged): void {
  judgeLog(history, truth);
  judgeWrites(history, truth);
  for (const client of clients) {
    judgeCopy(history, truth, client);
    judgeGiven(history, truth, client);
  }
  judgeWatermarks(history);
  const seenBy = new Map(
    clients.map(({ name, plan }) => [name, plan.mayBeTooOld ? undefined : (plan.visibility ?? everything)]),
  );
  judgeReads(history, truth, seenBy);
}

const everything: Visibility = { scope: 'all' };

/** A client's copy equals the database. A list does not show deletes, so a copy of it may keep a deleted record. */
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

/** The feed delivered every committed change, and nothing else. */
function judgeGiven(history: History, truth: Truth, { name, plan, given, givenFrom }: JudgedClient): void {
  const visible = visibleItems(truth, plan.visibility ?? everything);
  if (plan.reads !== 'list' && givenFrom !== undefined) {
    for (const { id, at, recordId, operation } of visible) {
      if (at >= givenFrom && !given.has(id)) {
        history.violate('missed', `${name} was never given: ${operation} at ${at}`, recordId);
      }
    }
  }
  if (plan.visibility !== undefined) {
    return;
  }
  const known = new Map(visible.map((item) => [item.id, item]));
  for (const { id, at, recordId, operation } of given.values()) {
    const item = known.get(id);
    if (item === undefined && at <= truth.purgedTo) {
      continue;
    }
    if (item?.at !== at || item.recordId !== recordId || item.operation !== operation) {
      history.violate('phantom', `${name} was given: ${operation} at ${at}, which was never committed`, recordId);
    }
  }
}
