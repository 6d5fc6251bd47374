import type { Database } from '@rapport/database';
import { AppError, callerIn, type RequestContext, type Search, type SearchPage } from '@rapport/kernel';
import { RecordSearcher, RecordShape, viewerValues } from '@rapport/records';
import { membersFor, targetKinds } from '@rapport/crm-records';
import { missingCampaign } from './member-targets.ts';

/** Searches the members of a campaign. */
export class CampaignMemberList {
  readonly #database: Database;
  readonly #shows: readonly string[];
  /** By the kinds that their callers may read. */
  readonly #searchers = new Map<string, RecordSearcher>();

  /** `shows` are the members of an item; what it shows as its id is the number. */
  constructor(database: Database, shows: readonly string[]) {
    this.#database = database;
    this.#shows = shows.map((member) => (member === 'id' ? 'number' : member));
  }

  /**
   * The items are JSON texts with a character for each byte. A campaign that the caller does not see is not there.
   * `reads` says which kinds of records the caller may read.
   */
  async search(context: RequestContext, search: Search, reads: (kind: string) => boolean): Promise<SearchPage<string>> {
    const sql = this.#database.tenant(context.tenant);
    const asked = search.filters.findLast(({ field, operator }) => field === 'campaignId' && operator === 'eq');
    const missing = await sql.rows(context, missingCampaign.with({ ids: [asked?.value], ...viewerValues(context) }));
    if (missing.length > 0) {
      throw new AppError('not_found', `There is no such campaign, or ${callerIn(context)} may not see it.`);
    }
    return this.#searcherFor(reads).search(context, sql, byNumber(search));
  }

  #searcherFor(reads: (kind: string) => boolean): RecordSearcher {
    const key = targetKinds.filter(reads).join();
    const known = this.#searchers.get(key);
    if (known) {
      return known;
    }
    const definition = membersFor(reads);
    const searcher = new RecordSearcher(definition, new RecordShape(definition, this.#shows, { number: 'id' }));
    this.#searchers.set(key, searcher);
    return searcher;
  }
}

/** Callers know the number of a member as its id. */
function byNumber({ sort, filters, ...search }: Search): Search {
  const columnOf = (field: string): string => (field === 'id' ? 'number' : field);
  return {
    ...search,
    sort: { ...sort, by: columnOf(sort.by) },
    filters: filters.map((filter) => ({ ...filter, field: columnOf(filter.field) })),
  };
}
