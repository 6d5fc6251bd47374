import type { Checkpoint, PageOfCopy, Sink } from './sink.ts';

/** A new sink for each case, and what it holds of customers: the records by id. */
export interface SinkUnderTest {
  readonly sink: Sink;
  /** Opens the place as another process does; undefined where a place has one process. */
  readonly another?: () => Promise<Sink>;
  readonly held: () => Promise<ReadonlyMap<string, unknown>>;
}

export interface SinkCase {
  readonly name: string;
  /** Throws where the sink breaks the rule. */
  readonly run: (made: SinkUnderTest) => Promise<void>;
}

/** The rules that a sink must keep, for a test of its own. */
export const sinkCases: readonly SinkCase[] = [
  {
    name: 'a new sink holds no checkpoint',
    run: async ({ sink }) => same(await sink.read('customers'), null),
  },
  {
    name: 'a page and its checkpoint are there together, and a record comes as it came',
    run: async ({ sink, held }) => {
      const record = { id: idOf(1), name: 'Åsa "x"\n\u{1F600}', amount: 0.1, tags: [null, { a: 1 }] };
      same(await sink.apply(page({ from: null, to: at(1, 'c1'), records: [record] })), true);
      same(await sink.read('customers'), at(1, 'c1'));
      same([...(await held()).values()], [record]);
      same(await sink.read('leads'), null);
    },
  },
  {
    name: 'a record that comes again replaces the row, and one that is removed is gone',
    run: async ({ sink, held }) => {
      await sink.apply(page({ from: null, to: at(1, 'c1'), records: [recordOf(1, 'old'), recordOf(2, 'x')] }));
      const next = { from: at(1, 'c1'), to: at(1, 'c2'), records: [recordOf(1, 'new')], removed: [idOf(2), idOf(3)] };
      same(await sink.apply(page(next)), true);
      same([...(await held()).values()], [recordOf(1, 'new')]);
    },
  },
  {
    name: 'a page that goes on from another checkpoint changes nothing',
    run: async ({ sink, held }) => {
      await sink.apply(page({ from: null, to: at(1, 'c1'), records: [recordOf(1, 'kept')] }));
      same(await sink.apply(page({ from: null, to: at(1, 'c2'), removed: [idOf(1)] })), false);
      same(await sink.sweep({ resource: 'customers', from: at(1, 'c0'), to: at(2, null) }), false);
      same(await sink.read('customers'), at(1, 'c1'));
      same([...(await held()).keys()], [idOf(1)]);
    },
  },
  {
    name: 'a sweep removes what was shown in older copies alone',
    run: async ({ sink, held }) => {
      await sink.apply(page({ from: null, to: at(1, null), records: [1, 2, 3].map((id) => recordOf(id, 'one')) }));
      const second = { from: at(1, null), to: at(2, null), records: [recordOf(2, 'two')], shown: [idOf(3), idOf(4)] };
      await sink.apply(page(second));
      same(await sink.sweep({ resource: 'customers', from: at(2, null), to: at(2, 'swept') }), true);
      same([...(await held()).keys()].sort(), [idOf(2), idOf(3)]);
      same(await sink.read('customers'), at(2, 'swept'));
    },
  },
  {
    name: 'of two processes at one checkpoint one writes',
    run: async ({ sink, another, held }) => {
      const other = await another?.();
      if (other) {
        const pages = [1, 2].map((id) => page({ from: null, to: at(1, `c${id}`), records: [recordOf(id, 'x')] }));
        const done = await Promise.all([sink.apply(pages[0] as PageOfCopy), other.apply(pages[1] as PageOfCopy)]);
        same(done.filter(Boolean).length, 1);
        same((await held()).size, 1);
        same(await sink.read('customers'), await other.read('customers'));
      }
    },
  },
];

function page(given: Partial<PageOfCopy> & Pick<PageOfCopy, 'from' | 'to'>): PageOfCopy {
  return { resource: 'customers', records: [], shown: [], removed: [], ...given };
}

function at(copy: number, cursor: string | null): Checkpoint {
  return { copy, phase: 'copy', cursor, since: null, until: null, definitions: '"d"', isWhole: false };
}

function recordOf(number: number, name: string): { id: string; name: string } {
  return { id: idOf(number), name };
}

function idOf(number: number): string {
  return `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

function same(found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) {
    throw new Error(`found ${a}, expected ${b}`);
  }
}
