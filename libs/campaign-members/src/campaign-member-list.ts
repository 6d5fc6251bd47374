import type { Database } from '@rapport/database';
import { AppError, type RequestContext, type Search, type SearchPage } from '@rapport/kernel';
import { RecordSearcher, RecordShape, viewerOf } from '@rapport/records';
import { campaignMembers } from './campaign-members.ts';
import { missingCampaign } from './member-targets.ts';

/** Searches the members of a campaign. */
export class CampaignMemberList {
  readonly #database: Database;
  readonly #searcher: RecordSearcher;

  /** `shows` are the members of an item; what it shows as its id is the number. */
  constructor(database: Database, shows: readonly string[]) {
    this.#database = database;
    const members = shows.map((member) => (member === 'id' ? 'number' : member));
    this.#searcher = new RecordSearcher(campaignMembers, new RecordShape(campaignMembers, members));
  }

  /** The items are JSON texts with a character for each byte. A campaign that the caller does not see is not there. */
  async search(context: RequestContext, search: Search): Promise<SearchPage<string>> {
    const sql = this.#database.tenant(context.tenant);
    const asked = search.filters.findLast(({ field, operator }) => field === 'campaignId' && operator === 'eq');
    const { visibility } = context;
    const missing = await sql.rows(context, missingCampaign, [[asked?.value], visibility.scope, viewerOf(visibility)]);
    if (missing.length > 0) {
      throw new AppError('not_found', 'There is no such campaign, or this client may not see it.');
    }
    const page = await this.#searcher.search(context, sql, byNumber(search));
    return { ...page, items: page.items.map((item) => item.replace('"number":', '"id":')) };
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
