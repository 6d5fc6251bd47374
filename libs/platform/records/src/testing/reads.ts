import { statement } from '@rapport/database';
import type { TestDatabases } from '@rapport/database/testing';
import type { RequestContext } from '@rapport/kernel';
import type { PageRequest } from '../reading/pages/page-statements.ts';
import { changeColumns } from '../stamping/outbox-row.ts';

export interface Page<T> {
  readonly data: T[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
  readonly syncUntilUtc: string;
}

export interface FeedItem {
  readonly id: string;
  readonly resource: string;
  readonly entityId: string;
  readonly operation: 'created' | 'updated' | 'deleted';
  readonly occurredOnUtc: string;
  readonly externalId: string | null;
}

/** The millisecond after a stamp. */
export function millisecondAfter(stamp: string): string {
  const end = new Date(Date.parse(`${stamp.slice(0, 23)}Z`) + 1).toISOString();
  return `${end.slice(0, 23)}000Z`;
}

/** Follows the cursors of one read to its end. */
export async function readAll<T>(
  read: (request: PageRequest) => Promise<string>,
  { updatedFrom, pageSize }: { updatedFrom?: string | undefined; pageSize: number },
): Promise<{ data: T[]; syncUntilUtc: string; pages: number }> {
  let page = JSON.parse(await read({ updatedFrom, pageSize })) as Page<T>;
  const data = page.data;
  const { syncUntilUtc } = page;
  let pages = 1;
  for (; page.nextCursor !== null; pages += 1) {
    page = JSON.parse(await read({ cursor: page.nextCursor, pageSize })) as Page<T>;
    if (page.syncUntilUtc !== syncUntilUtc) {
      throw new Error(`the watermark moved from ${syncUntilUtc} to ${page.syncUntilUtc} within one read`);
    }
    data.push(...page.data);
  }
  return { data, syncUntilUtc, pages };
}

/** Moves changes that are still in the outbox to the feed, in one statement, so that doing it twice does nothing. */
export async function moveOutbox(context: RequestContext, databases: TestDatabases, atMost = 1_000): Promise<number> {
  const owner = databases.connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 60_000 } });
  const moved = await owner.tenant(context.tenant).rows(context, move.with({ atMost }));
  await owner.close();
  return moved.length;
}

const move = statement(
  'move_outbox',
  `with taken as (
     delete from cell.outbox using (
       select id from cell.outbox where tenant = :tenant order by occurred_on limit :atMost for update skip locked
     ) as ours
     where outbox.id = ours.id returning outbox.*
   )
   insert into tenant.change_feed (${changeColumns.join(', ')})
   select ${changeColumns.join(', ')} from taken
   on conflict do nothing returning id`,
);
