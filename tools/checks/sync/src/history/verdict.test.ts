import { expect, test } from 'vitest';
import { History, type Read, type Row, type Breach, type Write } from './history.ts';
import type { TrueItem, TrueRecord, Truth } from './truth.ts';
import { judge, type JudgedClient } from './verdict.ts';

const at = (ms: number): string => `2026-01-31T09:30:00.${String(ms).padStart(3, '0')}500Z`;
const until = (ms: number): string => `2026-01-31T09:30:00.${String(ms).padStart(3, '0')}000Z`;

/** One record that was created at 10 and updated at 20, a client of each kind that saw both, and a read of the list. */
function story() {
  const history = new History();
  const record: TrueRecord = { id: 'r', name: 'b', origin: 'a', version: 2, at: at(20), ownerId: null, teamId: null };
  const item = (id: string, version: number, ms: number, operation = 'updated'): TrueItem => ({
    ...{ id, recordId: 'r', operation, version, at: at(ms) },
    ...{ ownerBefore: null, ownerAfter: null, teamBefore: null, teamAfter: null },
  });
  const items = [item('i1', 1, 10, 'created'), item('i2', 2, 20)];
  const write = (value: string, ms: number): Write => ({
    ...{ writer: 'w', kind: value === 'a' ? 'create' : 'update', value, origin: 'a', recordId: 'r' },
    ...{ startedAt: ms, endedAt: ms + 5, outcome: 'done', stamp: at(ms) },
  });
  history.addWrite(write('a', 10));
  history.addWrite(write('b', 20));
  const rowOf = ({ id, recordId, operation, at: time }: TrueItem): Row => ({ id, recordId, operation, at: time });
  const given = new Map(items.map((one) => [one.id, rowOf(one)]));
  const copy = new Map([['r', at(20)]]);
  const list: JudgedClient = {
    name: 'list',
    plan: { reads: 'list', goesOn: 'greatest' },
    copy,
    given: new Map(),
    givenFrom: undefined,
  };
  const feed: JudgedClient = {
    name: 'feed',
    plan: { reads: 'feed', goesOn: 'greatest' },
    copy: new Map(copy),
    given,
    givenFrom: '',
  };
  const truth = { records: new Map([['r', record]]), items, purgedTo: '' };
  return { history, truth, list, feed, given, copy, item };
}

function read(kind: 'list' | 'feed', more: Partial<Read> & Pick<Read, 'until'>, rows: readonly Row[] = []): Read {
  return {
    ...{ client: kind, kind, from: undefined, startedAt: 100, firstPageAt: 101, endedAt: 102, pages: 1, isWhole: true },
    ...{ rows: new Map(rows.map((row) => [row.id, row])), ...more },
  };
}

function breachesOf({ history, truth, list, feed }: ReturnType<typeof story>, changed: Partial<Truth> = {}): Breach[] {
  judge({ history, clients: [list, feed], truth: { ...truth, ...changed } });
  return [...new Set(history.violations.map(({ breach }) => breach))];
}

test('a history in which no client missed anything breaks no promise', () => {
  const seen = story();
  seen.history.addRead(read('list', { until: until(21) }, [{ id: 'r', recordId: 'r', at: at(20) }]));
  seen.history.addRead(read('feed', { until: until(21) }, [...seen.given.values()]));
  expect(breachesOf(seen)).toEqual([]);
});

test('a copy that is old, a record that is missing in a copy, and a record that does not exist are found', () => {
  const old = story();
  old.copy.set('r', at(10));
  expect(breachesOf(old)).toEqual(['missed']);
  const missing = story();
  missing.given.delete('i1');
  expect(breachesOf(missing)).toEqual(['missed']);
  const phantom = story();
  phantom.given.set('i9', { id: 'i9', recordId: 'r', at: at(15), operation: 'updated' });
  expect(breachesOf(phantom)).toEqual(['phantom']);
});

test('a read that lacks a change below its watermark is found, in the list and in the feed', () => {
  for (const kind of ['list', 'feed'] as const) {
    const seen = story();
    seen.history.addRead(read(kind, { from: until(15), until: until(21) }));
    expect(breachesOf(seen)).toEqual(['missed']);
  }
});

test('a watermark that goes back, lies above a later write or below an earlier one is found', () => {
  const back = story();
  back.history.addRead(read('list', { from: until(30), until: until(40) }));
  back.history.addRead(read('list', { from: until(30), until: until(39), startedAt: 200, firstPageAt: 201 }));
  expect(breachesOf(back)).toEqual(['watermark back']);
  const high = story();
  high.history.addRead(read('list', { from: until(25), until: until(30), startedAt: 16, firstPageAt: 17 }));
  expect(breachesOf(high)).toEqual(['watermark too high']);
  const low = story();
  low.history.addRead(read('list', { until: until(20) }));
  expect(breachesOf(low)).toContain('own write missing');
});

test('an item that comes twice, a version without an item, and a record whose newest item is another are found', () => {
  const twice = story();
  expect(breachesOf(twice, { items: [...twice.truth.items, twice.item('i2', 3, 30)] })).toContain('twice');
  const gap = story();
  expect(breachesOf(gap, { items: gap.truth.items.slice(1) })).toContain('change without item');
  const other = story();
  expect(breachesOf(other, { items: other.truth.items.slice(0, 1) })).toContain('change without item');
});

test('a write that was answered and not done, and one that was done twice, are found', () => {
  const lost = story();
  lost.history.addWrite({ ...lost.history.writes[1], value: 'c', stamp: at(25) } as Write);
  expect(breachesOf(lost)).toEqual(['lost write']);
  const doubled = story();
  const [record] = doubled.truth.records.values();
  const records = new Map(doubled.truth.records).set('s', { ...(record as TrueRecord), id: 's' });
  expect(breachesOf(doubled, { records })).toContain('doubled write');
});

test('a client is not owed what the purge took', () => {
  const purged = story();
  purged.given.delete('i1');
  expect(breachesOf(purged, { items: purged.truth.items.slice(1), purgedTo: at(10) })).toEqual([]);
});
