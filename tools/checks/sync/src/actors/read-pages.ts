import type { History, Read, ReadKind, Row } from '../history/history.ts';
import type { Answer, Api } from './api.ts';

/** A client makes one read so. */
export interface Walk {
  readonly client: string;
  readonly kind: ReadKind;
  readonly from: string | undefined;
  /** The time as the client writes it. */
  readonly sent: string | undefined;
  pageSize(): number;
  afterPage(rows: readonly Row[], page: number): Promise<'go on' | 'crash'>;
}

interface Walked {
  readonly read: Read;
  /** `undefined` where the client waited too long for an answer and gave up. */
  readonly end: 'whole' | 'crash' | Answer | undefined;
}

interface Page {
  readonly data: readonly (Record<'id' | 'lastModifiedOnUtc', string> &
    Record<'entityId' | 'occurredOnUtc' | 'operation', string>)[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
  readonly syncUntilUtc: string;
}

/** Makes one read by following its cursors, and judges what must hold within the read. */
export async function readPages(api: Api, history: History, walk: Walk): Promise<Walked> {
  const startedAt = performance.now();
  const read: Read = {
    ...{ client: walk.client, kind: walk.kind, from: walk.from, startedAt, rows: new Map() },
    ...{ firstPageAt: startedAt, endedAt: startedAt, until: '', pages: 0, isWhole: false },
  };
  const finish = (end: Walked['end']): Walked => {
    read.endedAt = performance.now();
    read.isWhole = end === 'whole';
    if (read.pages > 0) {
      history.addRead(read);
    }
    return { read, end };
  };
  let last = '';
  for (let cursor: string | null = null; ;) {
    const answer = await askFor(api, walk, cursor);
    if (answer?.status !== 200) {
      return finish(answer);
    }
    // The public API keeps to its contract; that is tested elsewhere.
    const page = answer.body as Page;
    last = takePage(read, page, last, history);
    const rows = page.data.map((row) => rowOf(walk.kind, row));
    if ((await walk.afterPage(rows, read.pages)) === 'crash') {
      return finish('crash');
    }
    if (page.nextCursor === null) {
      return finish('whole');
    }
    if (read.pages >= pagesMax) {
      history.violate('endless read', `${walk.client}: ${pagesMax} pages of the ${walk.kind} from ${walk.from}`);
      return finish('crash');
    }
    cursor = page.nextCursor;
  }
}

function askFor(api: Api, walk: Walk, cursor: string | null): Promise<Answer | undefined> {
  const { kind, sent } = walk;
  const from = sent === undefined ? {} : { updatedFrom: sent };
  const query = { pageSize: walk.pageSize(), ...(cursor === null ? from : { cursor }) };
  return api.persist<Answer>('GET', (customers) =>
    kind === 'feed' ? customers.listCustomerChanges({ query }) : customers.listCustomers({ query }),
  );
}

/** Adds a page to its read; gives the place of its last row. */
function takePage(read: Read, page: Page, place: string, history: History): string {
  const summary = `${read.client}'s ${read.kind} from ${read.from}`;
  if (read.pages === 0) {
    read.firstPageAt = performance.now();
    read.until = page.syncUntilUtc;
    if (!page.syncUntilUtc.endsWith('000Z')) {
      history.violate('wrong', `${summary}: ${page.syncUntilUtc} is no whole millisecond`);
    }
  } else if (page.syncUntilUtc !== read.until) {
    history.violate('wrong', `${summary}: its watermark went from ${read.until} to ${page.syncUntilUtc} between pages`);
  }
  read.pages += 1;
  let last = place;
  for (const row of page.data.map((data) => rowOf(read.kind, data))) {
    const here = `${row.at} ${row.id}`;
    if (read.rows.has(row.id)) {
      history.violate('twice', `${summary}: ${row.id} comes twice`, row.recordId);
    } else if (here <= last) {
      history.violate('wrong', `${summary}: ${here} comes after ${last}`, row.recordId);
    }
    if (row.at > read.until) {
      history.violate('watermark too low', `${summary} ends at ${read.until} and has a row of ${row.at}`, row.recordId);
    }
    read.rows.set(row.id, row);
    last = here;
  }
  return last;
}

function rowOf(
  kind: ReadKind,
  { id, lastModifiedOnUtc, entityId, occurredOnUtc, operation }: Page['data'][number],
): Row {
  return kind === 'list'
    ? { id, recordId: id, at: lastModifiedOnUtc }
    : { id, recordId: entityId, at: occurredOnUtc, operation };
}

const pagesMax = 20_000;
