import { customers } from '@rapport/crm-records';
import { statement, type Database } from '@rapport/database';
import { AppError, callerIn, searchWindow, type RequestContext, type SearchPage } from '@rapport/kernel';
import { sourceOfItem, type TimelineItemType, type TimelineSource } from '@rapport/kinds';
import { theViewer, viewerValues, visibleTo } from '@rapport/records';
import { timelinePage, type TimelineSearch } from './timeline-page.ts';
import { hiddenTypes } from './hidden-types.ts';

export interface TimelineItem extends Omit<StoredItem, 'changes'> {
  readonly sourceType: TimelineSource;
  readonly changes: FieldChange[];
}

/** A member that changed, with its values as answers show them. */
export interface FieldChange {
  readonly field: string;
  readonly oldValue: unknown;
  readonly newValue: unknown;
}

/** Searches what happened with a customer. */
export class CustomerTimeline {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * A caller that sees the customer sees its items, as far as it may read records of the kind that they are about. A customer that
   * it does not see is not there.
   */
  async search(
    context: RequestContext,
    search: TimelineSearch,
    permissions: readonly string[],
  ): Promise<SearchPage<TimelineItem>> {
    const sql = this.#database.tenant(context.tenant);
    const asked = search.filters.findLast(({ field, operator }) => field === 'customerId' && operator === 'eq');
    const seen = await sql.rows(context, seesCustomer.with({ id: asked?.value, ...viewerValues(context) }));
    if (seen.length === 0) {
      throw new AppError('not_found', `There is no such customer, or ${callerIn(context)} may not see it.`);
    }
    const [found] = await sql.query<FoundPage>(context, timelinePage(search, hiddenTypes(permissions)));
    const { count = 0, items = [] } = found ?? {};
    return {
      items: items.slice(0, search.pageSize).map(shown),
      totalCount: Math.min(count, searchWindow),
      totalCountIsExact: count <= searchWindow,
      hasNextPage: items.length > search.pageSize,
    };
  }
}

interface FoundPage {
  readonly count: number;
  readonly items: readonly StoredItem[];
}

/** A row of the list. */
interface StoredItem {
  readonly id: string;
  readonly customerId: string;
  readonly itemType: TimelineItemType;
  readonly title: string;
  readonly summary: string | null;
  readonly occurredOnUtc: string;
  readonly actorUserId: string | null;
  readonly actorName: string | null;
  readonly sourceId: string;
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>> | null;
}

function shown({ changes, ...item }: StoredItem): TimelineItem {
  return {
    ...item,
    sourceType: sourceOfItem[item.itemType],
    changes: Object.entries(changes ?? {}).map(([field, [oldValue, newValue]]) => ({ field, oldValue, newValue })),
  };
}

const seesCustomer = statement(
  'timeline_sees_customer',
  `select id from tenant.customer record where id = :id::uuid and ${visibleTo(customers, theViewer, 'record')}`,
  { names: ['scope', 'viewer'] },
);
